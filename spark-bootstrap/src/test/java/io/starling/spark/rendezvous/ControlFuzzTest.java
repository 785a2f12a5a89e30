package io.starling.spark.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.starling.communication.Address;
import io.starling.fuzz.HostileBytes;
import io.starling.spark.rendezvous.ControlMessage.Addresses;
import io.starling.spark.rendezvous.ControlMessage.Challenge;
import io.starling.spark.rendezvous.ControlMessage.Failed;
import io.starling.spark.rendezvous.ControlMessage.Hello;
import io.starling.spark.rendezvous.ControlMessage.Left;
import io.starling.spark.rendezvous.ControlMessage.Progress;
import io.starling.spark.rendezvous.ControlMessage.Ready;
import io.starling.spark.rendezvous.ControlMessage.Register;
import io.starling.spark.rendezvous.ControlMessage.Start;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/** Whatever executors and the driver are told, it is a control message or refused. */
class ControlFuzzTest {
    private static final List<ControlMessage> MESSAGES = List.of(new Challenge("00ff"), new Hello("3", "aa", "bb"), new Register(new Address(3, 0, "host", 1234)),
        new Addresses(List.of(new Address(0, 0, "a", 1), new Address(1, 2, "b", 2))), new Ready(1, 0, Map.of(2, "no answer")), new Start(),
        new Progress(1, 2, 3, 4.5, null), new Failed(1, 0, 3, "broken", List.of("a line", "another")), new Left(1.5, 2, 3, Map.of("garbage", 1L)));
    private static final String[] NASTY = {"[".repeat(400), "{\"type\":".repeat(100), "null", "{\"type\":\"java.lang.Runtime\"}", "{\"type\":\"start\",\"@class\":\"x\"}",
        "1e999999999", "\"\\uD800\"", "{\"type\":\"progress\",\"rounds\":99999999999999999999}"};

    @AfterContainer
    static void count() {
        System.out.println("hostile inputs so far: " + HostileBytes.inputs());
    }

    private static EmbeddedChannel channel(boolean admitted) {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInitializer<EmbeddedChannel>() {
            @Override
            protected void initChannel(EmbeddedChannel opened) {
                ControlCodec.addTo(opened.pipeline());
            }
        });
        if (admitted) {
            channel.pipeline().get(ControlFrames.class).allowLarge();
        }
        return channel;
    }

    private static byte[] encoded(ControlMessage message) {
        EmbeddedChannel channel = channel(true);
        channel.writeOutbound(message);
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            all.writeBytes(part);
            part.release();
        }
        channel.finishAndReleaseAll();
        return ByteBufUtil.getBytes(all);
    }

    private static byte[] framed(byte[] content) {
        return ByteBuffer.allocate(4 + content.length).putInt(content.length).put(content).array();
    }

    private static void decode(byte[] bytes, Random random) {
        EmbeddedChannel channel = channel(random.nextBoolean());
        try {
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + random.nextInt(100));
                channel.writeInbound(Unpooled.copiedBuffer(bytes, at, count));
                at += count;
            }
            for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
                assertThat(message).isInstanceOf(ControlMessage.class);
            }
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void controlMessagesAreReadOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] valid = encoded(MESSAGES.get(random.nextInt(MESSAGES.size())));
        byte[] hostile = random.nextInt(5) == 0 ? HostileBytes.random(random) : HostileBytes.mutated(valid, random);
        HostileBytes.feed(hostile, bytes -> decode(bytes, random), DecoderException.class);
    }

    /** With a length that is right, so that the JSON itself is what is wrong. */
    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void jsonIsReadOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] whole = encoded(MESSAGES.get(random.nextInt(MESSAGES.size())));
        byte[] json = random.nextInt(5) == 0 ? NASTY[random.nextInt(NASTY.length)].getBytes(StandardCharsets.UTF_8)
            : Arrays.copyOfRange(whole, 4, whole.length);
        HostileBytes.feed(framed(HostileBytes.mutated(json, random)), bytes -> decode(bytes, random), DecoderException.class);
    }
}
