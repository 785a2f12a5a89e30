package io.starling.communication;

/** TCP keeps the contract. */
class NettyCommunicationTest extends CommunicationKit {
    @Override
    protected Transport newTransport() {
        return new NettyTransport(Tcp.OPTIONS, Tcp.MEMBERSHIP, "127.0.0.1");
    }
}
