package io.starling.spark.data;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.BadData;
import io.starling.spark.data.file.DataFiles;
import io.starling.spark.data.file.FileSlice;
import io.starling.spark.data.file.Lines;
import io.starling.spark.data.file.OpenFiles;
import io.starling.spark.data.file.Pull;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Tables as text with a separator. One column is the label, all others are features: numbers, or categories of which each value
 * becomes a feature that is 0 or 1. A value may be quoted, but not go over a line's end.
 */
final class CsvSource implements DatasetSource {
    static final Key<Boolean> HEADER = Key.flag("dataset.csv.header").orElse(true)
        .doc("Whether the first line of every file names the columns; otherwise they are called by their number, from 0.");
    static final Key<String> DELIMITER = Key.string("dataset.csv.delimiter").check(v -> v.length() == 1, "one character").orElse(",")
        .doc("What separates columns.");
    static final Key<String> LABEL = Key.string("dataset.csv.label").orElse("label")
        .doc("The column with the label. Labels that are not whole numbers from 0 are numbered in alphabetical order.");
    static final Key<String> USER = Key.string("dataset.csv.user").optional().doc("The column that says who made a sample.");
    static final Key<List<String>> CATEGORIES = Key.strings("dataset.csv.categories").orElse(List.of())
        .doc("Columns that hold names of categories rather than numbers; each value becomes a feature that is 0 or 1.");
    static final Key<List<String>> IGNORE = Key.strings("dataset.csv.ignore").orElse(List.of()).doc("Columns to leave out.");
    static final Key<String> SCALE = Key.string("dataset.scale").oneOf("none", "standard", "min-max").orElse("none")
        .doc("How tables' numbers are scaled, each column by its training values: to mean 0 and deviation 1 (standard), or to 0 … 1 (min-max).");
    private static final Pattern ANY = Pattern.compile(".*");

    private final DataFiles files;
    private final Layout layout;
    private final List<FileSlice> train;
    private final List<FileSlice> test;
    private final TableEncoder encoder;

    /** Which column is what, and how lines are read. */
    private record Layout(boolean header, char delimiter, int columns, int label, int user, int[] numbers, int[] categories, String[] names)
            implements java.io.Serializable {
        CsvParser parser() {
            CsvParserSettings settings = new CsvParserSettings();
            settings.getFormat().setDelimiter(delimiter);
            settings.setMaxCharsPerColumn(-1);
            settings.setMaxColumns(Math.max(512, columns + 1));
            settings.setEmptyValue("");
            settings.setNullValue("");
            return new CsvParser(settings);
        }
    }

    private CsvSource(JavaSparkContext spark, String path, Settings settings) {
        files = new DataFiles(spark);
        train = files.cut(files.find(DataKeys.PATH.name(), path, ANY));
        test = settings.has(DataKeys.TEST_PATH) ? files.cut(files.find(DataKeys.TEST_PATH.name(), settings.get(DataKeys.TEST_PATH), ANY)) : List.of();
        layout = layout(settings);
        encoder = TableEncoder.fit(rows(train), layout.numbers.length, layout.categories.length, settings.get(SCALE),
            settings.has(DataKeys.CLASSES) ? settings.get(DataKeys.CLASSES) : -1);
    }

    private Layout layout(Settings settings) {
        FileSlice first = train.get(0);
        Layout plain = new Layout(false, settings.get(DELIMITER).charAt(0), 1 << 16, 0, 0, null, null, null);
        String[] cells;
        try (OpenFiles open = new OpenFiles(files.hadoop())) {
            Iterator<Lines.Line> lines = Lines.in(first, open);
            if (!lines.hasNext()) {
                throw BadData.in(first.file(), "it has no lines.");
            }
            cells = plain.parser().parseLine(lines.next().text());
        } catch (IOException e) {
            throw BadData.in(first.file(), "it cannot be read: " + e.getMessage());
        }
        String[] names = cells.clone();
        for (int column = 0; column < names.length; column++) {
            names[column] = settings.get(HEADER) ? cells[column].strip() : String.valueOf(column);
        }
        int label = column(names, LABEL, settings.get(LABEL));
        int user = settings.has(USER) ? column(names, USER, settings.get(USER)) : -1;
        List<Integer> ignored = settings.get(IGNORE).stream().map(name -> column(names, IGNORE, name)).toList();
        List<Integer> categories = settings.get(CATEGORIES).stream().map(name -> column(names, CATEGORIES, name)).toList();
        List<Integer> numbers = new ArrayList<>();
        for (int column = 0; column < names.length; column++) {
            if (column != label && column != user && !ignored.contains(column) && !categories.contains(column)) {
                numbers.add(column);
            }
        }
        return new Layout(settings.get(HEADER), plain.delimiter, names.length, label, user, ints(numbers), ints(categories), names);
    }

    private static int column(String[] names, Key<?> key, String name) {
        int column = Arrays.asList(names).indexOf(name);
        if (column < 0) {
            throw new UserError(key + " = " + name + ": there is no such column; there are " + String.join(", ", names) + ".");
        }
        return column;
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    private JavaRDD<TableEncoder.Row> rows(List<FileSlice> slices) {
        Layout shared = layout;
        return files.read(slices, (slice, open) -> {
            Iterator<Lines.Line> lines = Lines.in(slice, open);
            CsvParser parser = shared.parser();
            if (shared.header && slice.from() == 0 && lines.hasNext()) {
                lines.next();
            }
            return new Pull<>(() -> lines.hasNext() ? row(lines.next(), shared, parser) : null);
        });
    }

    private static TableEncoder.Row row(Lines.Line line, Layout layout, CsvParser parser) {
        String[] cells = parser.parseLine(line.text());
        if (cells == null || cells.length != layout.columns) {
            throw BadData.atByte(line.file(), line.offset(), "the line has " + (cells == null ? 0 : cells.length) + " columns, but the first one of the data set has "
                + layout.columns + ".");
        }
        double[] numbers = new double[layout.numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            String cell = cells[layout.numbers[i]].strip();
            try {
                numbers[i] = Double.parseDouble(cell);
            } catch (NumberFormatException e) {
                throw BadData.atByte(line.file(), line.offset(), "\"" + cell + "\" in column " + layout.names[layout.numbers[i]]
                    + " is not a number; name the column in dataset.csv.categories or dataset.csv.ignore if it holds no numbers.");
            }
        }
        String[] categories = new String[layout.categories.length];
        for (int i = 0; i < categories.length; i++) {
            categories[i] = cells[layout.categories[i]].strip();
        }
        return new TableEncoder.Row(line.file(), line.offset(), cells[layout.label].strip(), layout.user < 0 ? null : cells[layout.user].strip(), numbers, categories);
    }

    @Override
    public SampleFormat format() {
        return SampleFormat.floats(SampleShape.vector(encoder.features(), encoder.classes()));
    }

    @Override
    public JavaRDD<Sample> train() {
        return samples(train);
    }

    @Override
    public JavaRDD<Sample> test() {
        return test.isEmpty() ? null : samples(test);
    }

    private JavaRDD<Sample> samples(List<FileSlice> slices) {
        TableEncoder fitted = encoder;
        return rows(slices).map(fitted::encode);
    }

    /** Chosen by {@code dataset.kind = csv}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "csv";
        }

        @Override
        public String doc() {
            return "Tables as text, one column of which is the label.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(HEADER, DELIMITER, LABEL, USER, CATEGORIES, IGNORE, SCALE);
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            return new CsvSource(spark, DataKeys.path(settings, name()), settings);
        }
    }
}
