package io.starling.communication;

/** TCP keeps the contract when it is encrypted, too. */
class TlsCommunicationTest extends CommunicationKit {
    @Override
    protected Transport newTransport() {
        return new NettyTransport(Tcp.OPTIONS, Tcp.ENCRYPTED, "127.0.0.1");
    }
}
