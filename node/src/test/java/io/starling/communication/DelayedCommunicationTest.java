package io.starling.communication;

import java.time.Duration;

/** The in-memory network keeps the contract when messages take their time, too. */
class DelayedCommunicationTest extends CommunicationKit {
    private final InMemoryNetwork network = new InMemoryNetwork(
        NetworkConditions.PERFECT.withSeed(3).withDelay(Duration.ZERO, Duration.ofMillis(2)), NetworkTime.real());
    private int transports;

    @Override
    protected Transport newTransport() {
        return network.transport("host-" + transports++);
    }
}
