package io.starling.spark.data.file;

import io.starling.dataset.format.BadData;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** What comes out of a compressed file; where that ends too early or is damaged, it says in which file, and after how much. */
final class Decompressed extends FilterInputStream {
    private final String file;
    private long position;

    Decompressed(InputStream in, String file) {
        super(in);
        this.file = file;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int at, int length) {
        try {
            int read = in.read(bytes, at, length);
            position += Math.max(0, read);
            return read;
        } catch (IOException e) {
            throw BadData.in(file, "it cannot be decompressed further than to byte " + position + " of its content (" + e.getMessage()
                + "): the file is cut off or damaged.");
        }
    }
}
