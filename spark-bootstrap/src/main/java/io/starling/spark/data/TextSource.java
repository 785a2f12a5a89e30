package io.starling.spark.data;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.BadData;
import io.starling.dataset.format.Characters;
import io.starling.spark.data.file.DataFiles;
import io.starling.spark.data.file.FileSlice;
import io.starling.spark.data.file.Lines;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Texts by speaker, one a line: who (one or several columns), a tab, what they say. The task is LEAF's: so many characters, and
 * the next. The end of every text is for testing, so that no character of a test sample was seen in training.
 */
final class TextSource implements DatasetSource {
    static final Key<Integer> LENGTH = Key.integer("dataset.text.length").atLeast(1).orElse(80).doc("Characters of a sample.");
    static final Key<Integer> STRIDE = Key.integer("dataset.text.stride").atLeast(1).orElse(10)
        .doc("Characters from the start of a sample to that of the next.");
    static final Key<Double> TEST = Key.number("dataset.text.test-fraction").between(0, 1).orElse(0.1).doc("The last part of every text that is for testing.");
    private static final Pattern ANY = Pattern.compile(".*");

    private final DataFiles files;
    private final List<FileSlice> slices;
    private final Window window;

    /** Which pieces of a text are samples. */
    private record Window(int length, int stride, double testFraction) implements java.io.Serializable {
        /** A text of fewer than {@code length + 1} characters has none. */
        Iterator<Sample> samples(Lines.Line line, boolean forTest) {
            int tab = line.text().lastIndexOf('\t');
            if (tab < 0) {
                throw BadData.atByte(line.file(), line.offset(), "there is no tab between who speaks and the text.");
            }
            String who = line.text().substring(0, tab).replace('\t', ' ');
            String text = line.text().substring(tab + 1);
            int cut = (int) Math.round(text.length() * (1 - testFraction));
            int from = forTest ? cut : 0;
            int end = (forTest ? text.length() : cut) - length;
            return IntStream.iterate(from, at -> at < end, at -> at + stride)
                .mapToObj(at -> Sample.of(Characters.tokens(text.substring(at, at + length), length), Characters.token(text.charAt(at + length))).by(who))
                .iterator();
        }
    }

    private TextSource(DataFiles files, String path, Window window) {
        this.files = files;
        this.window = window;
        slices = files.cut(files.find(DataKeys.PATH.name(), path, ANY));
    }

    @Override
    public SampleFormat format() {
        float[] scale = new float[window.length];
        Arrays.fill(scale, 1);
        return SampleFormat.bytes(SampleShape.tokens(window.length, Characters.COUNT, Characters.COUNT), scale, new float[window.length]);
    }

    @Override
    public JavaRDD<Sample> train() {
        return samples(false);
    }

    @Override
    public JavaRDD<Sample> test() {
        return window.testFraction == 0 ? null : samples(true);
    }

    private JavaRDD<Sample> samples(boolean forTest) {
        Window shared = window;
        return files.read(slices, Lines::in).flatMap(line -> shared.samples(line, forTest));
    }

    /** Chosen by {@code dataset.kind = text}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "text";
        }

        @Override
        public String doc() {
            return "Texts by speaker, one a line after a tab, to predict the next character from.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(LENGTH, STRIDE, TEST);
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            return new TextSource(new DataFiles(spark), DataKeys.path(settings, name()),
                new Window(settings.get(LENGTH), settings.get(STRIDE), settings.get(TEST)));
        }
    }
}
