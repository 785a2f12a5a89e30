package io.starling.communication;

/** The in-memory network keeps the contract. */
class InMemoryCommunicationTest extends CommunicationKit {
    private final InMemoryNetwork network = new InMemoryNetwork();
    private int transports;

    @Override
    protected Transport newTransport() {
        return network.transport("host-" + transports++);
    }
}
