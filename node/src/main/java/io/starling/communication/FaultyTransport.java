package io.starling.communication;

import java.util.Map;

/**
 * Another transport on a bad network: messages that arrive are lost, late, doubled or out of order as {@link NetworkConditions} say.
 *
 * <p>It happens at the receiver, after a message has gone all its way: what was sent counts as sent, as it does where a real network
 * loses it, and the same message meets the same fate in every run.
 */
public final class FaultyTransport implements Transport {
    private final Transport transport;
    private final NetworkConditions conditions;

    /** @param transport is closed with this */
    public FaultyTransport(Transport transport, NetworkConditions conditions) {
        this.transport = transport;
        this.conditions = conditions;
    }

    @Override
    public String host() {
        return transport.host();
    }

    @Override
    public int port() {
        return transport.port();
    }

    @Override
    public Communication open(int node, int incarnation, AddressBook addresses) {
        return new FaultyCommunication(transport.open(node, incarnation, addresses), conditions, System::nanoTime);
    }

    @Override
    public Map<String, Long> refusals() {
        return transport.refusals();
    }

    @Override
    public void close() {
        transport.close();
    }
}
