package io.starling.communication;

import java.time.Duration;

/** Where faults only delay some of the messages, the contract is kept. */
class FaultyCommunicationTest extends CommunicationKit {
    private final NetworkConditions conditions = NetworkConditions.PERFECT.withSeed(3).withDelay(Duration.ZERO, Duration.ofMillis(2)).withDelayed(0.5);

    @Override
    protected Transport newTransport() {
        return new FaultyTransport(new NettyTransport(Tcp.OPTIONS, Tcp.MEMBERSHIP, "127.0.0.1"), conditions);
    }
}
