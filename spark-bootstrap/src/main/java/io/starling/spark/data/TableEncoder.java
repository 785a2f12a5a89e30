package io.starling.spark.data;

import io.starling.dataset.Sample;
import io.starling.dataset.format.BadData;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.feature.MinMaxScaler;
import org.apache.spark.ml.feature.MinMaxScalerModel;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.feature.StandardScalerModel;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Turns a table's rows into samples: numbers scaled, categories one-hot, labels numbered. What it needs to know of all rows it has
 * from MLlib, fitted on the training rows; encoding itself is a pure function.
 *
 * @param shift  subtracted from each number column
 * @param factor what it is multiplied by then
 * @param values of each category column, sorted
 * @param labels names of the classes, sorted; null if labels are numbers
 */
record TableEncoder(double[] shift, double[] factor, String[][] values, String[] labels, int classes) implements Serializable {

    /**
     * A line of a table.
     *
     * @param offset where it begins in its file
     */
    record Row(String file, long offset, String label, String user, double[] numbers, String[] categories) implements Serializable {
    }

    /** @param classes as configured; -1: find out, 0: labels are numbers to be predicted */
    static TableEncoder fit(JavaRDD<Row> rows, int numbers, int categories, String scale, int classes) {
        Dataset<org.apache.spark.sql.Row> table = table(rows, categories);
        double[] shift = new double[numbers];
        double[] factor = new double[numbers];
        Arrays.fill(factor, 1);
        if (scale.equals("standard") && numbers > 0) {
            StandardScalerModel fitted = new StandardScaler().setInputCol("numbers").setWithMean(true).fit(table);
            for (int i = 0; i < numbers; i++) {
                shift[i] = fitted.mean().apply(i);
                factor[i] = fitted.std().apply(i) == 0 ? 0 : 1 / fitted.std().apply(i);
            }
        } else if (scale.equals("min-max") && numbers > 0) {
            MinMaxScalerModel fitted = new MinMaxScaler().setInputCol("numbers").fit(table);
            for (int i = 0; i < numbers; i++) {
                double span = fitted.originalMax().apply(i) - fitted.originalMin().apply(i);
                shift[i] = fitted.originalMin().apply(i);
                factor[i] = span == 0 ? 0 : 1 / span;
            }
        }
        String[][] values = new String[categories][];
        for (int i = 0; i < categories; i++) {
            values[i] = index(table, "category" + i);
        }
        if (classes == 0) {
            return new TableEncoder(shift, factor, values, null, 0);
        }
        String[] labels = index(table, "label");
        if (Arrays.stream(labels).allMatch(label -> label.matches("\\d{1,6}(\\.0*)?"))) {
            int largest = Arrays.stream(labels).mapToInt(label -> (int) Double.parseDouble(label)).max().orElse(0);
            return new TableEncoder(shift, factor, values, null, classes > 0 ? classes : largest + 1);
        }
        return new TableEncoder(shift, factor, values, labels, classes > 0 ? classes : labels.length);
    }

    private static Dataset<org.apache.spark.sql.Row> table(JavaRDD<Row> rows, int categories) {
        StructType schema = DataTypes.createStructType(new StructField[] {
            DataTypes.createStructField("label", DataTypes.StringType, false),
            DataTypes.createStructField("numbers", SQLDataTypes.VectorType(), false)});
        for (int i = 0; i < categories; i++) {
            schema = schema.add("category" + i, DataTypes.StringType, false);
        }
        return SparkSession.builder().sparkContext(rows.context()).getOrCreate().createDataFrame(rows.map(row -> {
            Object[] cells = new Object[2 + row.categories.length];
            cells[0] = row.label;
            cells[1] = Vectors.dense(row.numbers);
            System.arraycopy(row.categories, 0, cells, 2, row.categories.length);
            return RowFactory.create(cells);
        }), schema);
    }

    private static String[] index(Dataset<org.apache.spark.sql.Row> table, String column) {
        String[] found = new StringIndexer().setInputCol(column).setStringOrderType("alphabetAsc").fit(table).labelsArray()[0];
        // Spark sorts text by its bytes; here it is searched as Java compares it.
        Arrays.sort(found);
        return found;
    }

    int features() {
        return shift.length + IntStream.range(0, values.length).map(i -> values[i].length).sum();
    }

    Sample encode(Row row) {
        float[] features = new float[features()];
        for (int i = 0; i < shift.length; i++) {
            features[i] = (float) ((row.numbers[i] - shift[i]) * factor[i]);
        }
        int at = shift.length;
        for (int i = 0; i < values.length; i++) {
            int value = Arrays.binarySearch(values[i], row.categories[i]);
            // A category that the training rows do not have is none of those known.
            if (value >= 0) {
                features[at + value] = 1;
            }
            at += values[i].length;
        }
        return Sample.of(features, label(row)).by(row.user);
    }

    private float label(Row row) {
        if (labels == null) {
            try {
                float label = Float.parseFloat(row.label);
                if (classes > 0 && (label != Math.rint(label) || label < 0 || label >= classes)) {
                    throw BadData.atByte(row.file, row.offset, "the label is " + row.label + ", but labels go from 0 to " + (classes - 1) + ".");
                }
                return label;
            } catch (NumberFormatException e) {
                throw BadData.atByte(row.file, row.offset, "the label \"" + row.label + "\" is not a number.");
            }
        }
        int label = Arrays.binarySearch(labels, row.label);
        if (label < 0) {
            throw BadData.atByte(row.file, row.offset, "the label \"" + row.label + "\" is not one of the training set's: " + String.join(", ", List.of(labels)) + ".");
        }
        return label;
    }
}
