package io.starling.spark.evaluation;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The nodes' models on their way to who averages them: {@code snapshots/<rounds>/<node>}, plain little-endian floats. A file
 * that is there is complete. One copy is enough, as they are soon read and deleted.
 */
public final class SnapshotFolder {
    private static final int BUFFER_BYTES = 1 << 16;

    private final FileSystem fileSystem;
    private final Path path;

    /** @param runPath the folder of a run */
    public SnapshotFolder(String runPath, Configuration hadoop) throws IOException {
        path = new Path(runPath, "snapshots");
        fileSystem = path.getFileSystem(hadoop);
    }

    private Path file(int rounds, int node) {
        return new Path(new Path(path, String.valueOf(rounds)), String.valueOf(node));
    }

    public void write(int rounds, int node, float[] state) throws IOException {
        Path unfinished = file(rounds, node).suffix(".unfinished");
        try (OutputStream out = fileSystem.create(unfinished, true, BUFFER_BYTES, (short) 1, fileSystem.getDefaultBlockSize(unfinished))) {
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (float value : state) {
                if (!buffer.hasRemaining()) {
                    out.write(buffer.array());
                    buffer.clear();
                }
                buffer.putFloat(value);
            }
            out.write(buffer.array(), 0, buffer.position());
        }
        if (!fileSystem.rename(unfinished, file(rounds, node))) {
            throw new IOException(unfinished + " cannot be renamed");
        }
    }

    boolean has(int rounds, int node) throws IOException {
        return fileSystem.exists(file(rounds, node));
    }

    /** What to do with the value at a place of a model. */
    interface Visitor {
        void visit(int at, float value);
    }

    /** Goes through a model without holding it in memory. */
    void read(int rounds, int node, int length, Visitor visitor) throws IOException {
        byte[] bytes = new byte[BUFFER_BYTES];
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(fileSystem.open(file(rounds, node)), BUFFER_BYTES))) {
            for (int at = 0; at < length;) {
                int count = Math.min(BUFFER_BYTES / Float.BYTES, length - at);
                in.readFully(bytes, 0, count * Float.BYTES);
                ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                for (int i = 0; i < count; i++) {
                    visitor.visit(at++, buffer.getFloat());
                }
            }
        } catch (EOFException e) {
            throw new IOException(file(rounds, node) + " is not a model of " + length + " values", e);
        }
    }

    void delete(int rounds) throws IOException {
        fileSystem.delete(new Path(path, String.valueOf(rounds)), true);
    }

    /** Deletes everything. */
    void delete() throws IOException {
        fileSystem.delete(path, true);
    }
}
