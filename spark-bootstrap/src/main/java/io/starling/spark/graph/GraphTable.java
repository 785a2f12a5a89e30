package io.starling.spark.graph;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A graph as a Parquet table of arcs, {@code round, src, dst, weight}: what a {@code .timed} file holds, for graphs that come out of Spark.
 *
 * <p>The number of nodes is kept with the column {@code src}; where it is not, as in tables that others wrote, it is the highest id and one.
 */
public final class GraphTable {
    private static final String NODES = "starling.nodes";
    private static final List<String> COLUMNS = List.of("round", "src", "dst", "weight");
    private static final Set<String> WHOLE_NUMBERS = Set.of("tinyint", "smallint", "int", "bigint");

    private GraphTable() {
    }

    /** The table as text in the format {@code timed}. */
    public static String read(SparkSession session, String file) {
        Dataset<Row> table = open(session, file);
        Dataset<Row> arcs = table.selectExpr("cast(round as bigint)", "cast(src as bigint)", "cast(dst as bigint)", "cast(weight as float)")
            .orderBy("round", "src", "dst");
        if (!arcs.filter("round is null or src is null or dst is null or weight is null").isEmpty()) {
            throw new UserError("The graph file " + file + " has rows without a value; give every edge its round, src, dst and weight.");
        }
        StringBuilder text = new StringBuilder().append(nodes(table, arcs)).append("\n# round from to weight\n");
        for (Row arc : arcs.collectAsList()) {
            text.append(arc.getLong(0)).append(' ').append(arc.getLong(1)).append(' ').append(arc.getLong(2)).append(' ')
                .append(arc.getFloat(3)).append('\n');
        }
        return text.toString();
    }

    private static Dataset<Row> open(SparkSession session, String file) {
        Dataset<Row> table;
        try {
            table = session.read().parquet(file);
        } catch (Exception e) {
            // Scala throws AnalysisException and SparkException without declaring them.
            throw new UserError("The graph file " + file + " cannot be read as Parquet: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""), e);
        }
        for (String column : COLUMNS) {
            StructField field = List.of(table.schema().fields()).stream().filter(f -> f.name().equals(column)).findFirst().orElseThrow(() ->
                new UserError("The graph file " + file + " has no column " + column + "; it needs " + String.join(", ", COLUMNS) + "."));
            String type = field.dataType().catalogString();
            boolean fits = WHOLE_NUMBERS.contains(type) || column.equals("weight") && (Set.of("float", "double").contains(type) || type.startsWith("decimal"));
            if (!fits) {
                throw new UserError("The graph file " + file + " has " + type + " in the column " + column + "; it must be "
                    + (column.equals("weight") ? "a number." : "a whole number."));
            }
        }
        return table;
    }

    private static long nodes(Dataset<Row> table, Dataset<Row> arcs) {
        Metadata kept = table.schema().apply("src").metadata();
        if (kept.contains(NODES)) {
            return kept.getLong(NODES);
        }
        Row highest = arcs.agg(functions.max("src"), functions.max("dst")).first();
        return highest.isNullAt(0) ? 1 : Math.max(highest.getLong(0), highest.getLong(1)) + 1;
    }

    /**
     * Writes a topology; overwrites what is there.
     *
     * @param rounds how many rounds of a topology that never repeats
     */
    public static void write(SparkSession session, Topology topology, Weights weights, int rounds, String file) {
        StructType schema = new StructType()
            .add("round", DataTypes.IntegerType, false)
            .add(new StructField("src", DataTypes.IntegerType, false, new MetadataBuilder().putLong(NODES, topology.nodes()).build()))
            .add("dst", DataTypes.IntegerType, false)
            .add("weight", DataTypes.FloatType, false);
        List<Row> arcs = new ArrayList<>();
        for (int round = 0; round < (topology.period() > 0 ? topology.period() : rounds); round++) {
            Graph graph = topology.at(round);
            for (int from = 0; from < graph.nodes(); from++) {
                for (int to : graph.targets(from)) {
                    arcs.add(RowFactory.create(round, from, to, weights.of(graph, to, from, graph.degree(from))));
                }
            }
        }
        try {
            session.createDataFrame(arcs, schema).coalesce(1).write().mode(SaveMode.Overwrite).parquet(file);
        } catch (Exception e) {
            throw new UserError("The file " + file + " cannot be written: " + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                + "; choose a folder that can be written to.", e);
        }
    }
}
