package io.starling.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.communication.Message;
import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.engine.ScratchPool;
import io.starling.fuzz.HostileBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/** Whatever is in a message, every codec and every sharing method makes values of it or refuses it, and a refused one changes nothing. */
class MessageFuzzTest {
    private static final int SIZE = 120;
    private static final Settings SETTINGS = PartialSharingTest.settings();

    @AfterContainer
    static void count() {
        System.out.println("hostile inputs so far: " + HostileBytes.inputs());
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static byte[] hostile(byte[] valid, Random random) {
        return random.nextInt(4) == 0 ? HostileBytes.random(random) : HostileBytes.mutated(valid, random);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void valuesAreDecodedOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        float[] values = Neighbourhood.gaussian(random.nextInt(SIZE), "fuzz", seed);
        for (ValueCodec.Factory factory : Modules.all(ValueCodec.Factory.class)) {
            ValueCodec codec = factory.create(SETTINGS);
            Output out = new Output();
            codec.encode(values, values.length, seed, out);
            int count = random.nextInt(4) == 0 ? random.nextInt(5000) : values.length;
            HostileBytes.feed(hostile(bytes(out.view()), random), b -> codec.decode(Input.copyOf(ByteBuffer.wrap(b)), count, new float[count]),
                CorruptData.class);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void indicesAreDecodedOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        int bound = 1 + random.nextInt(1000);
        int[] indices = random.ints(random.nextInt(60), 0, bound).sorted().distinct().toArray();
        for (IndexCodec.Factory factory : Modules.all(IndexCodec.Factory.class)) {
            IndexCodec codec = factory.create(SETTINGS);
            Output out = new Output();
            codec.encode(indices, indices.length, bound, out);
            HostileBytes.feed(hostile(bytes(out.view()), random), b -> {
                int[] decoded = new int[indices.length + 1];
                codec.decode(Input.copyOf(ByteBuffer.wrap(b)), indices.length, bound, decoded);
                for (int i = 0; i < indices.length; i++) {
                    assertThat(decoded[i]).isGreaterThan(i == 0 ? -1 : decoded[i - 1]).isLessThan(bound);
                }
            }, CorruptData.class);
        }
    }

    /** A sender's and a receiver's side of every method, kept, as making them takes longer than a round. */
    private static final class Pair {
        private final Sharing sender;
        private final Sharing receiver;
        private final float[] state = Neighbourhood.gaussian(SIZE, "receiver");
        private final float[] theirs = Neighbourhood.gaussian(SIZE, "sender");
        private int round;

        private Pair(Sharing.Factory factory) {
            float[] initial = Neighbourhood.gaussian(SIZE, "initial");
            ScratchPool scratch = new ScratchPool();
            sender = factory.create(new Sharing.Context(SETTINGS, 1, 7, PartialSharingTest.regular(), initial, scratch));
            receiver = factory.create(new Sharing.Context(SETTINGS, 0, 7, PartialSharingTest.regular(), initial, scratch));
        }

        private void exchange(Random random) throws InterruptedException {
            Sharing.Content content = sender.message(theirs, round, 3);
            receiver.message(state, round, 3);
            int codec = random.nextInt(20) == 0 ? random.nextInt() : content.codec();
            float[] before = state.clone();
            HostileBytes.feed(hostile(bytes(content.bytes()), random), b -> {
                try {
                    receiver.average(state, round, List.of(Message.model(1, 0, round, codec, 0, ByteBuffer.wrap(b))), (node, degree) -> 0.3f);
                } catch (Sharing.MalformedMessage e) {
                    assertThat(state).containsExactly(before);
                    throw e;
                }
            }, Sharing.MalformedMessage.class);
            // What bytes that look right have made of the values is not what this is about.
            System.arraycopy(before, 0, state, 0, SIZE);
            round++;
        }
    }

    private static final List<Pair> PAIRS = new ArrayList<>();

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void messagesAreAveragedOrRefused(@ForAll long seed) throws InterruptedException {
        if (PAIRS.isEmpty()) {
            Modules.all(Sharing.Factory.class).forEach(factory -> PAIRS.add(new Pair(factory)));
        }
        Random random = new Random(seed);
        for (Pair pair : PAIRS) {
            pair.exchange(random);
        }
    }
}
