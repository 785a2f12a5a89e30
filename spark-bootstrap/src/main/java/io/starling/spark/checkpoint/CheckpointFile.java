package io.starling.spark.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A node's memory as bytes.
 *
 * <pre>
 *   magic "STCK", version (4 bytes), node, rounds, number of arrays, length of each …, values …, CRC-32C of all before it (8 bytes)
 * </pre>
 */
final class CheckpointFile {
    private static final int MAGIC = 0x5354434B;
    private static final int VERSION = 1;
    private static final int CRC_BYTES = 8;

    private CheckpointFile() {
    }

    static byte[] encode(int node, int rounds, List<float[]> memory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(node);
        out.writeInt(rounds);
        out.writeInt(memory.size());
        for (float[] array : memory) {
            out.writeInt(array.length);
        }
        for (float[] array : memory) {
            ByteBuffer values = ByteBuffer.allocate(Math.multiplyExact(4, array.length));
            values.asFloatBuffer().put(array);
            out.write(values.array());
        }
        out.writeLong(crc(bytes.toByteArray(), bytes.size()));
        return bytes.toByteArray();
    }

    /** Says so if the bytes are not a node's sound checkpoint after so many rounds; returns what is in it after that. */
    static DataInputStream check(byte[] bytes, int node, int rounds) throws IOException {
        int content = bytes.length - CRC_BYTES;
        if (content < 0 || ByteBuffer.wrap(bytes).getLong(content) != crc(bytes, content)) {
            throw new IOException("it is cut off or damaged (" + bytes.length + " bytes, wrong checksum)");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, content));
        if (in.readInt() != MAGIC || in.readInt() != VERSION) {
            throw new IOException("it is not a checkpoint of this version");
        }
        if (in.readInt() != node || in.readInt() != rounds) {
            throw new IOException("it is not that of node " + node + " after " + rounds + " rounds");
        }
        return in;
    }

    /** Fills the memory, or says why the bytes are not a checkpoint of it; then the memory is unchanged. */
    static void decode(byte[] bytes, int node, int rounds, List<float[]> memory) throws IOException {
        DataInputStream in = check(bytes, node, rounds);
        int arrays = in.readInt();
        if (arrays != memory.size()) {
            throw new IOException("it has " + arrays + " arrays, but this configuration has " + memory.size());
        }
        for (float[] array : memory) {
            int length = in.readInt();
            if (length != array.length) {
                throw new IOException("an array has " + length + " values, but in this configuration " + array.length);
            }
        }
        ByteBuffer values = ByteBuffer.wrap(bytes, bytes.length - CRC_BYTES - in.available(), in.available());
        for (float[] array : memory) {
            values.asFloatBuffer().get(array);
            values.position(values.position() + 4 * array.length);
        }
    }

    private static long crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }
}
