package io.starling.spark.data.file;

import io.starling.dataset.format.BadData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/**
 * The lines of UTF-8 text that begin in a slice, so that slices of a file give each line once. Empty lines are left out.
 */
public final class Lines {
    private final FileSlice slice;
    private final InputStream in;
    private long offset;

    /**
     * A line.
     *
     * @param offset of its first byte in the (decompressed) file
     */
    public record Line(String file, long offset, String text) implements Serializable {
    }

    private Lines(FileSlice slice, InputStream in, long offset) {
        this.slice = slice;
        this.in = in;
        this.offset = offset;
    }

    public static Iterator<Line> in(FileSlice slice, OpenFiles files) throws IOException {
        // A line that began before belongs to the slice before; one that begins exactly here follows a line end.
        long start = Math.max(0, slice.from() - 1);
        Lines lines = new Lines(slice, files.open(slice.file(), start), start);
        if (slice.from() > 0) {
            lines.readLine();
        }
        return new Pull<>(lines::next);
    }

    private Line next() throws IOException {
        while (offset < slice.to()) {
            long began = offset;
            byte[] bytes = readLine();
            if (bytes == null) {
                return null;
            }
            String text = decode(bytes, began);
            if (!text.isBlank()) {
                return new Line(slice.file(), began, text);
            }
        }
        return null;
    }

    private byte[] readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        int read = in.read();
        if (read < 0) {
            return null;
        }
        for (; read >= 0; read = in.read()) {
            offset++;
            if (read == '\n') {
                break;
            }
            line.write(read);
        }
        return line.toByteArray();
    }

    private String decode(byte[] bytes, long began) {
        int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
        } catch (CharacterCodingException e) {
            throw BadData.atByte(slice.file(), began, "the line is not text in UTF-8.");
        }
    }
}
