package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.starling.fuzz.HostileBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever comes over a connection, before and after its handshake, is a message as it was sent, or refused. */
class FrameFuzzTest {
    private static final long RUN = Tcp.MEMBERSHIP.runId();
    private static final int NODE = 5;
    private static final FrameWriter WRITER = new FrameWriter(UnpooledByteBufAllocator.DEFAULT, RUN, 1024, 1 << 20);
    private static NettyTransport transport;
    private static NettyCommunication node;

    @BeforeContainer
    static void open() {
        transport = new NettyTransport(Tcp.OPTIONS, Tcp.MEMBERSHIP, "127.0.0.1");
        node = (NettyCommunication) transport.open(NODE, 0, id -> null);
    }

    @AfterContainer
    static void close() {
        node.close();
        transport.close();
        System.out.println("hostile inputs so far: " + HostileBytes.inputs());
    }

    private static byte[] taken(List<ByteBuf> frames) {
        ByteBuf all = Unpooled.buffer();
        frames.forEach(frame -> {
            all.writeBytes(frame);
            frame.release();
        });
        return ByteBufUtil.getBytes(all);
    }

    private static byte[] frames(Random random, Set<ByteBuffer> payloads) {
        List<ByteBuf> frames = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            byte[] payload = new byte[random.nextInt(3000)];
            random.nextBytes(payload);
            payloads.add(ByteBuffer.wrap(payload));
            frames.addAll(WRITER.message(new Message(random.nextInt(), random.nextInt(), random.nextInt(), Message.Kind.MODEL, 0, 1,
                random.nextInt(payload.length + 1), ByteBuffer.wrap(payload))));
        }
        return taken(frames);
    }

    /** Reads in pieces of any size; nothing is believed that was not written. */
    private static void read(byte[] bytes, boolean allowed, Set<ByteBuffer> written, Random random) throws BadFrame {
        FrameReader reader = new FrameReader(RUN, 1 << 20, new FrameReader.Receiver() {
            @Override
            public void frame(FrameHeader header) {
                assertThat(header.length()).isBetween(0, FrameHeader.MAX_CHUNK_BYTES);
            }

            @Override
            public void control(FrameHeader header, ByteBuffer payload) {
                assertThat(payload.remaining()).isLessThanOrEqualTo(FrameHeader.MAX_CONTROL_BYTES);
            }

            @Override
            public void message(Message message) {
                assertThat(written).contains(message.payload().duplicate());
            }
        });
        if (allowed) {
            reader.allowMessages();
        }
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(bytes.length - at, 1 + random.nextInt(500));
            reader.read(Unpooled.wrappedBuffer(bytes, at, count));
            at += count;
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void anyBytesAreFramesOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        HostileBytes.feed(HostileBytes.random(random), bytes -> read(bytes, true, Set.of(), random), BadFrame.class);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void changedFramesAreWhatTheyWereOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        Set<ByteBuffer> written = new HashSet<>();
        byte[] valid = frames(random, written);
        HostileBytes.feed(HostileBytes.mutated(valid, random), bytes -> read(bytes, random.nextInt(10) > 0, written, random), BadFrame.class);
    }

    /** A header whose checksum is right, so that its claims themselves are what is to be refused. */
    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void wellSignedNonsenseIsRefusedBeforeMemoryIsTaken(@ForAll long seed) {
        Random random = new Random(seed);
        int[] claims = new int[4];
        for (int i = 0; i < claims.length; i++) {
            claims[i] = random.nextBoolean() ? random.nextInt(2000) - 10 : random.nextInt();
        }
        FrameHeader header = new FrameHeader(random.nextInt(24), RUN, 1, 0, 0, 0, 0, claims[0], claims[1], claims[2], claims[3]);
        ByteBuffer bytes = ByteBuffer.allocate(FrameHeader.BYTES + random.nextInt(200));
        header.writeTo(bytes, ByteBuffer.allocate(0));
        HostileBytes.feed(bytes.array(), hostile -> read(hostile, true, Set.of(ByteBuffer.allocate(0)), random), BadFrame.class);
    }

    private static Connection connection(EmbeddedChannel channel) {
        return new Connection(channel, WRITER, RUN, 1 << 20, new Refusals());
    }

    private static void shake(byte[] bytes, Connection connection, EmbeddedChannel channel, Random random) {
        channel.pipeline().addLast(connection);
        for (int at = 0; at < bytes.length && channel.isActive(); ) {
            int count = Math.min(bytes.length - at, 1 + random.nextInt(200));
            channel.writeInbound(Unpooled.copiedBuffer(bytes, at, count));
            at += count;
        }
        channel.checkException();
        channel.finishAndReleaseAll();
    }

    private static byte[] control(int kind, int sender, byte[] payload) {
        return taken(List.of(WRITER.control(kind, sender, 0, payload)));
    }

    private static byte[] handshakeFrames(Random random) {
        byte[] hello = control(FrameHeader.HELLO, random.nextInt(9), ByteBuffer.allocate(40).putInt(random.nextBoolean() ? NODE : random.nextInt()).array());
        byte[] second = control(FrameHeader.HELLO + random.nextInt(6), random.nextInt(9), new byte[random.nextInt(100)]);
        return ByteBuffer.allocate(hello.length + second.length).put(hello).put(second).array();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void nothingButTheSecretGetsThroughTheListenersHandshake(@ForAll long seed) {
        Random random = new Random(seed);
        HostileBytes.feed(HostileBytes.mutated(handshakeFrames(random), random), bytes -> {
            EmbeddedChannel channel = new EmbeddedChannel();
            Connection connection = connection(channel);
            connection.begin(new ListenerHandshake(connection, transport, new Handshake(Tcp.MEMBERSHIP.secret()), RUN), Duration.ofHours(1));
            connection.channelActive(null);
            shake(bytes, connection, channel, random);
        });
        assertThat(node.linkCount()).isZero();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void nothingButTheSecretGetsThroughTheOpenersHandshake(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] challenge = control(FrameHeader.CHALLENGE, 7, new byte[64]);
        byte[] welcome = control(FrameHeader.WELCOME, 7, new byte[0]);
        byte[] valid = ByteBuffer.allocate(challenge.length + welcome.length).put(challenge).put(welcome).array();
        HostileBytes.feed(HostileBytes.mutated(valid, random), bytes -> {
            EmbeddedChannel channel = new EmbeddedChannel();
            Connection connection = connection(channel);
            connection.begin(new OpenerHandshake(connection, new Handshake(Tcp.MEMBERSHIP.secret()), RUN, node, new Address(7, 0, "here", 1), () -> { }),
                Duration.ofHours(1));
            connection.channelActive(null);
            shake(bytes, connection, channel, random);
        });
        assertThat(node.linkCount()).isZero();
    }
}
