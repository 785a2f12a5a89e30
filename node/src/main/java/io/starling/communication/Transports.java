package io.starling.communication;

import io.starling.config.Modules;
import io.starling.config.Settings;
import java.time.Duration;

/** Makes the transport that an experiment asks for. */
public final class Transports {
    private Transports() {
    }

    /**
     * The transport named by {@code communication.kind}, with the faults of {@code communication.faults}, if any.
     *
     * @param host name or address of this machine as others see it
     */
    public static Transport create(Settings settings, Transport.Membership membership, String host) {
        Transport transport = Modules.find(Transport.Factory.class, CommunicationKeys.KIND, settings.get(CommunicationKeys.KIND))
            .create(settings, membership, host);
        NetworkConditions faults = faults(settings);
        return faults.arePerfect() ? transport : new FaultyTransport(transport, faults);
    }

    private static NetworkConditions faults(Settings settings) {
        return NetworkConditions.PERFECT
            .withSeed(settings.get(CommunicationKeys.FAULTS_SEED))
            .withLoss(settings.get(CommunicationKeys.DROP))
            .withDelay(Duration.ZERO, settings.get(CommunicationKeys.DELAY))
            .withDelayed(settings.get(CommunicationKeys.DELAY_FRACTION))
            .withDuplication(settings.get(CommunicationKeys.DUPLICATE))
            .withReordering(settings.get(CommunicationKeys.REORDER));
    }
}
