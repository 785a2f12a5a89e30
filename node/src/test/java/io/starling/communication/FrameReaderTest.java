package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What was written is read, however it is cut into pieces; what was not written so is refused, whatever it is. */
class FrameReaderTest {
    private static final long RUN = 0x0123456789abcdefL;
    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    /** Keeps what a reader hands on. */
    private static final class Kept implements FrameReader.Receiver {
        private final List<Message> messages = new ArrayList<>();
        private final List<FrameHeader> controls = new ArrayList<>();
        private final TrafficCounter traffic = new TrafficCounter();

        @Override
        public void frame(FrameHeader header) {
            traffic.received(header);
        }

        @Override
        public void control(FrameHeader header, ByteBuffer payload) {
            controls.add(header);
        }

        @Override
        public void message(Message message) {
            messages.add(message);
        }
    }

    private final Kept kept = new Kept();

    private FrameReader reader() {
        FrameReader reader = new FrameReader(RUN, MAX_MESSAGE_BYTES, kept);
        reader.allowMessages();
        return reader;
    }

    private static byte[] encode(int chunkBytes, List<Message> messages) {
        FrameWriter writer = new FrameWriter(UnpooledByteBufAllocator.DEFAULT, RUN, chunkBytes, MAX_MESSAGE_BYTES);
        ByteBuf all = Unpooled.buffer();
        for (Message message : messages) {
            for (ByteBuf frame : writer.message(message)) {
                all.writeBytes(frame);
                frame.release();
            }
        }
        return ByteBufUtil.getBytes(all);
    }

    private static List<Message> messages(Random random, int count, int maxBytes) {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] payload = new byte[random.nextInt(maxBytes + 1)];
            random.nextBytes(payload);
            messages.add(new Message(random.nextInt(), random.nextInt(), random.nextInt(), Message.Kind.values()[random.nextInt(3)],
                random.nextInt(), random.nextInt(), random.nextInt(payload.length + 1), ByteBuffer.wrap(payload)));
        }
        return messages;
    }

    private static void feed(FrameReader reader, byte[] bytes, int from, int count) throws BadFrame {
        reader.read(Unpooled.wrappedBuffer(bytes, from, count));
    }

    @Property(tries = 300)
    void whatWasWrittenIsReadHoweverItIsCut(@ForAll long seed, @ForAll @IntRange(min = 1, max = 700) int chunkBytes,
                                            @ForAll @IntRange(min = 1, max = 400) int pieceBytes) throws BadFrame {
        Random random = new Random(seed);
        List<Message> sent = messages(random, random.nextInt(5), 2000);
        byte[] bytes = encode(chunkBytes, sent);
        Kept got = new Kept();
        FrameReader reader = new FrameReader(RUN, MAX_MESSAGE_BYTES, got);
        reader.allowMessages();
        for (int at = 0; at < bytes.length; ) {
            int piece = Math.min(bytes.length - at, 1 + random.nextInt(pieceBytes));
            feed(reader, bytes, at, piece);
            at += piece;
        }
        assertThat(got.messages).isEqualTo(sent);
        TrafficCounter written = new TrafficCounter();
        sent.forEach(message -> written.sent(message, FrameWriter.frameCount(message.payload().remaining(), chunkBytes)));
        Traffic out = written.reading();
        Traffic in = got.traffic.reading();
        assertThat(in.payloadReceived()).isEqualTo(out.payloadSent());
        assertThat(in.metadataReceived()).isEqualTo(out.metadataSent());
        assertThat(in.framingReceived()).isEqualTo(out.framingSent());
        assertThat(in.messagesReceived()).isEqualTo(out.messagesSent());
        assertThat(in.bytesReceived()).isEqualTo(bytes.length);
    }

    @Property(tries = 3000)
    void aFlippedBitIsNeverReadAsAMessage(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int flips) {
        Random random = new Random(seed);
        List<Message> sent = messages(random, 1 + random.nextInt(3), 300);
        byte[] bytes = encode(100, sent);
        for (int i = 0; i < flips; i++) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Kept got = new Kept();
        FrameReader reader = new FrameReader(RUN, MAX_MESSAGE_BYTES, got);
        reader.allowMessages();
        try {
            feed(reader, bytes, 0, bytes.length);
        } catch (BadFrame e) {
            assertThat(e.refusal()).isNotNull();
        }
        assertThat(got.controls).isEmpty();
        assertThat(got.messages).isEqualTo(sent.subList(0, got.messages.size()));
        assertThat(reader.heldBytes()).isLessThanOrEqualTo(FrameHeader.MAX_CHUNK_BYTES + 2 * bytes.length);
    }

    @Property(tries = 3000)
    void randomBytesAreRefusedWithoutTakingMemory(@ForAll @Size(max = 300) byte[] bytes) {
        assertHarmless(bytes);
    }

    /** Garbage that passes the first checks: a right beginning and then anything. */
    @Property(tries = 5000)
    void randomHeadersAreRefusedWithoutTakingMemory(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[200];
        random.nextBytes(bytes);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        header.putInt(0, random.nextInt(3) == 0 ? random.nextInt() : 52 + random.nextInt(1 << 20)).putInt(4, 0x5354524c);
        header.put(8, (byte) 1).put(9, (byte) random.nextInt(24)).putLong(12, RUN);
        if (random.nextBoolean()) {
            header.putInt(40, random.nextInt(100)).putInt(44, 0).putInt(48, random.nextInt());
        }
        assertHarmless(bytes);
    }

    private static void assertHarmless(byte[] bytes) {
        Kept got = new Kept();
        FrameReader reader = new FrameReader(RUN, MAX_MESSAGE_BYTES, got);
        reader.allowMessages();
        try {
            feed(reader, bytes, 0, bytes.length);
        } catch (BadFrame e) {
            assertThat(e.getMessage()).isNotBlank();
        }
        assertThat(got.messages).isEmpty();
        assertThat(reader.heldBytes()).isLessThanOrEqualTo(FrameHeader.MAX_CHUNK_BYTES + 2 * bytes.length);
    }

    @Test
    void memoryGrowsOnlyAsBytesArrive() throws BadFrame {
        byte[] bytes = encode(1 << 20, List.of(Message.model(0, 0, 0, 0, 0, ByteBuffer.allocate(MAX_MESSAGE_BYTES))));
        FrameReader reader = reader();
        feed(reader, bytes, 0, FrameHeader.BYTES);
        assertThat(reader.heldBytes()).isZero();
        int step = 100_000;
        for (int at = FrameHeader.BYTES; at < bytes.length; at += step) {
            int piece = Math.min(step, bytes.length - at);
            feed(reader, bytes, at, piece);
            assertThat(reader.heldBytes()).isLessThanOrEqualTo(2 * (at + piece) + FrameHeader.MAX_CHUNK_BYTES);
        }
        assertThat(kept.messages).hasSize(1);
        assertThat(reader.heldBytes()).isZero();
    }

    @Test
    void aMessageBeforeTheHandshakeIsRefused() {
        FrameReader reader = new FrameReader(RUN, MAX_MESSAGE_BYTES, kept);
        byte[] bytes = encode(100, List.of(Message.model(0, 0, 0, 0, 0, ByteBuffer.allocate(1))));
        assertRefused(reader, bytes, Refusal.OUT_OF_TURN);
    }

    @Test
    void anOversizedFrameIsRefusedAtItsEighthByte() {
        byte[] bytes = ByteBuffer.allocate(8).putInt(52 + (1 << 20) + 1).putInt(0x5354524c).array();
        assertRefused(reader(), bytes, Refusal.OVERSIZED);
    }

    @Test
    void anOversizedMessageIsRefusedAtItsHeader() {
        FrameReader small = new FrameReader(RUN, 1000, kept);
        small.allowMessages();
        byte[] bytes = encode(100, List.of(Message.model(0, 0, 0, 0, 0, ByteBuffer.allocate(1001))));
        assertRefused(small, Arrays.copyOf(bytes, FrameHeader.BYTES), Refusal.OVERSIZED);
    }

    @Test
    void anotherRunsFrameIsRefused() {
        FrameReader other = new FrameReader(RUN + 1, MAX_MESSAGE_BYTES, kept);
        other.allowMessages();
        assertRefused(other, encode(100, List.of(Message.model(0, 0, 0, 0, 0, ByteBuffer.allocate(1)))), Refusal.WRONG_RUN);
    }

    @Test
    void partsOfDifferentMessagesAreNotPutTogether() {
        byte[] one = encode(100, List.of(Message.model(0, 0, 1, 0, 0, ByteBuffer.allocate(200))));
        byte[] two = encode(100, List.of(Message.model(0, 0, 2, 0, 0, ByteBuffer.allocate(200))));
        int frame = FrameHeader.BYTES + 100;
        System.arraycopy(two, frame, one, frame, frame);
        assertRefused(reader(), one, Refusal.OUT_OF_TURN);
    }

    private void assertRefused(FrameReader reader, byte[] bytes, Refusal refusal) {
        assertThatThrownBy(() -> feed(reader, bytes, 0, bytes.length))
            .isInstanceOfSatisfying(BadFrame.class, e -> assertThat(e.refusal()).isEqualTo(refusal));
        assertThat(kept.messages).isEmpty();
    }
}
