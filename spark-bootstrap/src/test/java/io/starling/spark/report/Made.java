package io.starling.spark.report;

import io.starling.communication.Traffic;
import io.starling.metrics.AverageRecord;
import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.RoundRecord;
import io.starling.metrics.SharesRecord;
import io.starling.spark.data.NodeData.LabelCount;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.ResultsFolder;
import io.starling.spark.results.ResultsWriter;
import io.starling.spark.results.RunRecord;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Results with numbers that can be checked by head: node n of seed s has accuracy 10 s + 2 n + rounds. */
final class Made {
    static final int NODES = 3;
    static final int ROUNDS = 4;

    private Made() {
    }

    static void run(Path folder, String id, String name, long seed, String more) {
        ResultsFolder run = ResultsFolder.create(folder.toString(), id, new Configuration());
        String config = "{\"name\":\"" + name + "\",\"seed\":" + seed + ",\"nodes\":3,\"rounds\":4,\"graph\":{\"kind\":\"ring\"},\"results\":{\"path\":\"" + id + "\"}" + more + "}";
        try (ResultsWriter writer = new ResultsWriter(run, id, "executor-0")) {
            writer.add(ResultTable.RUNS, record(name, "running", seed, config));
            for (int round = 0; round < ROUNDS; round++) {
                for (int node = 0; node < NODES; node++) {
                    writer.round(new RoundRecord(node, 0, round, 1000L * (round + 1), 2.0 / (round + 1), 1, 8, 10, 20, 30, 40, 50,
                        new Traffic(2, 1_000_000, 200_000, 300, 2, 1_000_000, 200_000, 300, 0), 250_000, 2, 0, 5));
                    writer.evaluation(new EvaluationRecord(node, 0, round + 1, EvaluationRecord.TEST, 1000L * (round + 1) + 500, 1.0 / (round + 1),
                        10 * seed + 2 * node + round + 1, Double.NaN, 10, 7));
                }
                writer.add(ResultTable.AVERAGES, new AverageRecord(round + 1, EvaluationRecord.TEST, NODES, 0, 0.5, 60 + seed, Double.NaN, 10, 5.0 - round, 1));
            }
            for (int node = 0; node < NODES; node++) {
                writer.add(ResultTable.LABELS, new LabelCount(node, node, 7 + node));
                for (int percent = 0; percent <= 100; percent++) {
                    writer.shares(new SharesRecord(node, 0, percent, percent / 25));
                }
            }
            writer.failure(new FailureRecord(1, 0, 2, "missing", 0, 5, "a <script>alert(1)</script> & more"));
            writer.add(ResultTable.RUNS, record(name, "finished", seed, config));
        }
    }

    private static RunRecord record(String name, String status, long seed, String config) {
        return new RunRecord(name, status, "2026-01-01T00:00:0" + seed + "Z", status.equals("running") ? null : "2026-01-01T00:01:00Z", NODES, ROUNDS, seed, NODES, 1, 60, 70, 100,
            10, config, "v", "g", "s", "local", "17", "here");
    }
}
