package io.starling.spark.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import org.apache.hadoop.conf.Configuration;

class LinesTest {
    private Path file;

    @AfterTry
    void delete() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("aé\t,\n\n\r").ofMaxLength(60);
    }

    /** Wherever a file is cut, each of its lines is in one slice, in order, at its byte. */
    @Property(tries = 300)
    void everyLineOnce(@ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 20) int step) throws IOException {
        file = Files.createTempFile("lines", ".txt");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Files.write(file, bytes);
        List<String> found = new ArrayList<>();
        for (long from = 0; from < bytes.length; from += step) {
            FileSlice slice = new FileSlice(file.toUri().toString(), from, Math.min(bytes.length, from + step), false, new String[0]);
            try (OpenFiles open = new OpenFiles(new Configuration())) {
                Lines.in(slice, open).forEachRemaining(line -> {
                    found.add(line.text());
                    assertThat(new String(bytes, (int) line.offset(), bytes.length - (int) line.offset(), StandardCharsets.UTF_8)).startsWith(line.text());
                });
            }
        }
        List<String> all = java.util.Arrays.stream(text.split("\n")).map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
            .filter(line -> !line.isBlank()).collect(Collectors.toList());
        assertThat(found).isEqualTo(all);
    }
}
