package io.starling.spark.results;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.starling.metrics.AverageRecord;
import io.starling.metrics.ClassRecord;
import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.MessageRecord;
import io.starling.metrics.RoundRecord;
import io.starling.spark.data.NodeData.LabelCount;
import io.starling.metrics.SharesRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A table of results: its columns, declared once, from which both the rows that are written and the schema by which they are read follow.
 *
 * @param <R> what a row is made of
 */
public final class ResultTable<R> {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One row a run: what was run, how, with what, and how it ended. */
    public static final ResultTable<RunRecord> RUNS = new ResultTable<RunRecord>("runs", List.of("started"))
        .text("name", RunRecord::name).text("status", RunRecord::status)
        .text("started", RunRecord::started).text("finished", RunRecord::finished)
        .integer("nodes", RunRecord::nodes).integer("rounds", RunRecord::rounds).bigint("seed", RunRecord::seed)
        .integer("nodes_finished", RunRecord::nodesFinished).integer("executors", RunRecord::executors)
        .number("wall_seconds", RunRecord::wallSeconds).number("cpu_seconds", RunRecord::cpuSeconds)
        .bigint("peak_heap_bytes", RunRecord::peakHeapBytes).integer("parameters", RunRecord::parameters)
        .text("config_json", RunRecord::configJson).text("starling_version", RunRecord::starlingVersion)
        .text("git_id", RunRecord::gitId).text("spark_version", RunRecord::sparkVersion).text("spark_master", RunRecord::sparkMaster)
        .text("java_version", RunRecord::javaVersion).text("machine", RunRecord::machine);

    /** One row a node and round. */
    public static final ResultTable<RoundRecord> ROUNDS = new ResultTable<RoundRecord>("rounds", List.of("round", "node", "incarnation"))
        .integer("node", RoundRecord::node).integer("incarnation", RoundRecord::incarnation).integer("round", RoundRecord::round)
        .bigint("elapsed_ms", RoundRecord::elapsedMillis)
        .number("train_loss", RoundRecord::trainLoss).integer("steps", RoundRecord::steps).integer("samples", RoundRecord::samples)
        .number("compute_ms", RoundRecord::computeMillis).number("slot_wait_ms", RoundRecord::slotWaitMillis)
        .number("communication_ms", RoundRecord::sendMillis).number("wait_ms", RoundRecord::waitMillis).number("cpu_ms", RoundRecord::cpuMillis)
        .bigint("messages_sent", r -> r.traffic().messagesSent()).bigint("payload_sent_bytes", r -> r.traffic().payloadSent())
        .bigint("metadata_sent_bytes", r -> r.traffic().metadataSent()).bigint("framing_sent_bytes", r -> r.traffic().framingSent())
        .bigint("messages_received", r -> r.traffic().messagesReceived()).bigint("payload_received_bytes", r -> r.traffic().payloadReceived())
        .bigint("metadata_received_bytes", r -> r.traffic().metadataReceived()).bigint("framing_received_bytes", r -> r.traffic().framingReceived())
        .integer("shared_parameters", RoundRecord::sharedParameters).integer("degree", RoundRecord::degree).integer("missing", RoundRecord::missing).bigint("heap_bytes", RoundRecord::heapBytes);

    /** One row a node, evaluation, and part of the data set. */
    public static final ResultTable<EvaluationRecord> EVALUATIONS =
        new ResultTable<EvaluationRecord>("evaluations", List.of("rounds", "node", "incarnation", "part"))
        .integer("node", EvaluationRecord::node).integer("incarnation", EvaluationRecord::incarnation).integer("rounds", EvaluationRecord::rounds)
        .text("part", EvaluationRecord::part).bigint("elapsed_ms", EvaluationRecord::elapsedMillis)
        .number("loss", EvaluationRecord::loss).number("accuracy_percent", EvaluationRecord::accuracyPercent).number("rmse", EvaluationRecord::rmse)
        .bigint("samples", EvaluationRecord::samples).number("evaluation_ms", EvaluationRecord::evaluationMillis);

    /** One row an evaluation of the mean of all nodes' models, and part of the data set. */
    public static final ResultTable<AverageRecord> AVERAGES = new ResultTable<AverageRecord>("averages", List.of("rounds", "part"))
        .integer("rounds", AverageRecord::rounds).text("part", AverageRecord::part).integer("models", AverageRecord::models)
        .bigint("elapsed_ms", AverageRecord::elapsedMillis)
        .number("loss", AverageRecord::loss).number("accuracy_percent", AverageRecord::accuracyPercent).number("rmse", AverageRecord::rmse)
        .bigint("samples", AverageRecord::samples).number("consensus_distance", AverageRecord::consensusDistance)
        .number("evaluation_ms", AverageRecord::evaluationMillis);

    /** One row an evaluation and class, if asked for; node -1 is the mean of all nodes' models. */
    public static final ResultTable<ClassRecord> CLASSES = new ResultTable<ClassRecord>("classes", List.of("rounds", "node", "part", "label"))
        .integer("node", ClassRecord::node).integer("rounds", ClassRecord::rounds).text("part", ClassRecord::part).integer("label", ClassRecord::label)
        .bigint("samples", ClassRecord::samples).number("accuracy_percent", ClassRecord::accuracyPercent);

    /** One row a message that was averaged with; only with {@code results.messages}. */
    public static final ResultTable<MessageRecord> MESSAGES = new ResultTable<MessageRecord>("messages", List.of("round", "node", "sender", "sent_round"))
        .integer("node", MessageRecord::node).integer("incarnation", MessageRecord::incarnation).integer("round", MessageRecord::round)
        .integer("sender", MessageRecord::sender).integer("sender_incarnation", MessageRecord::senderIncarnation).integer("sent_round", MessageRecord::sentRound)
        .bigint("payload_bytes", MessageRecord::payloadBytes).bigint("metadata_bytes", MessageRecord::metadataBytes)
        .bigint("framing_bytes", MessageRecord::framingBytes).number("wait_ms", MessageRecord::waitMillis);

    /** One row for everything that went wrong. */
    public static final ResultTable<FailureRecord> FAILURES = new ResultTable<FailureRecord>("failures", List.of("round", "node", "peer"))
        .integer("node", FailureRecord::node).integer("incarnation", FailureRecord::incarnation).integer("round", FailureRecord::round)
        .text("kind", FailureRecord::kind).integer("peer", FailureRecord::peer).bigint("waited_ms", FailureRecord::waitedMillis).text("message", FailureRecord::message);

    /** How many training samples of each label a node has. */
    public static final ResultTable<LabelCount> LABELS = new ResultTable<LabelCount>("labels", List.of("node", "label"))
        .integer("node", LabelCount::node).integer("label", LabelCount::label).bigint("samples", LabelCount::samples);

    /** How often nodes shared their parameters, as percentiles over a node's parameters; only with {@code sharing.count}. */
    public static final ResultTable<SharesRecord> SHARES = new ResultTable<SharesRecord>("shares", List.of("node", "incarnation", "percent"))
        .integer("node", SharesRecord::node).integer("incarnation", SharesRecord::incarnation).integer("percent", SharesRecord::percent)
        .bigint("shares", SharesRecord::shares);

    private record Column<R>(String name, DataType type, Function<R, ?> value) {
    }

    private final String name;
    private final List<String> order;
    private final List<Column<R>> columns = new ArrayList<>();

    private ResultTable(String name, List<String> order) {
        this.name = name;
        this.order = order;
    }

    /** All tables, in the order in which a person would look at them. */
    public static List<ResultTable<?>> all() {
        return List.of(RUNS, ROUNDS, EVALUATIONS, AVERAGES, CLASSES, MESSAGES, FAILURES, LABELS, SHARES);
    }

    private ResultTable<R> integer(String column, Function<R, Integer> value) {
        return with(column, DataTypes.IntegerType, value);
    }

    private ResultTable<R> bigint(String column, Function<R, Long> value) {
        return with(column, DataTypes.LongType, value);
    }

    private ResultTable<R> number(String column, Function<R, Double> value) {
        return with(column, DataTypes.DoubleType, value);
    }

    private ResultTable<R> text(String column, Function<R, String> value) {
        return with(column, DataTypes.StringType, value);
    }

    private ResultTable<R> with(String column, DataType type, Function<R, ?> value) {
        columns.add(new Column<>(column, type, value));
        return this;
    }

    public String name() {
        return name;
    }

    /** The columns by which the final table is sorted, so that two equal runs give equal files. */
    List<String> order() {
        return order;
    }

    /** The schema; the first column is the run's id. */
    public StructType schema() {
        List<StructField> fields = new ArrayList<>();
        fields.add(DataTypes.createStructField("run", DataTypes.StringType, false));
        for (Column<R> column : columns) {
            fields.add(DataTypes.createStructField(column.name, column.type, true));
        }
        return DataTypes.createStructType(fields);
    }

    /** A row as one line of JSON. */
    String json(String run, R record) {
        ObjectNode row = JSON.createObjectNode().put("run", run);
        for (Column<R> column : columns) {
            Object value = column.value.apply(record);
            // JSON has no NaN or infinity; an absent value is null in the table.
            if (value != null && !(value instanceof Double d && !Double.isFinite(d))) {
                row.putPOJO(column.name, value);
            }
        }
        return row.toString();
    }
}
