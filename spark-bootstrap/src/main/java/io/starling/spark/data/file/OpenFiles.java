package io.starling.spark.data.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Opens files of any Hadoop file system, decompressed, and closes all of them together. */
public final class OpenFiles implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Configuration hadoop;
    private final List<InputStream> open = new ArrayList<>();

    public OpenFiles(Configuration hadoop) {
        this.hadoop = hadoop;
    }

    public static boolean isCompressed(Path file, Configuration hadoop) {
        return new CompressionCodecFactory(hadoop).getCodec(file) != null;
    }

    /** Whether there is such a file. */
    public boolean exists(String file) throws IOException {
        Path path = new Path(file);
        return path.getFileSystem(hadoop).exists(path);
    }

    /** The file from its start, decompressed if its name says that it is compressed. */
    public InputStream open(String file) throws IOException {
        return open(file, 0);
    }

    /** The file from some (decompressed) byte on. */
    public InputStream open(String file, long from) throws IOException {
        Path path = new Path(file);
        FSDataInputStream raw = path.getFileSystem(hadoop).open(path);
        open.add(raw);
        CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(path);
        if (codec == null) {
            raw.seek(from);
            return new BufferedInputStream(raw, BUFFER_BYTES);
        }
        InputStream in = new BufferedInputStream(new Decompressed(codec.createInputStream(raw), file), BUFFER_BYTES);
        open.add(in);
        in.skipNBytes(from);
        return in;
    }

    /** A plain file that the caller closes: one of very many. */
    public InputStream openApart(String file) throws IOException {
        Path path = new Path(file);
        return new BufferedInputStream(path.getFileSystem(hadoop).open(path), BUFFER_BYTES);
    }

    @Override
    public void close() throws IOException {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        open.clear();
    }
}
