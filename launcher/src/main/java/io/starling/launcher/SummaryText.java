package io.starling.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.spark.results.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run's summary for people and for programs. */
final class SummaryText {
    private SummaryText() {
    }

    /** One JSON object on one line. */
    static String json(Summary s, String resultsPath) {
        Map<String, Object> accuracy = new LinkedHashMap<>();
        accuracy.put("mean", s.accuracyMean());
        accuracy.put("std", s.accuracyStd());
        accuracy.put("min", s.accuracyMin());
        accuracy.put("max", s.accuracyMax());
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("run", s.run());
        object.put("status", s.status());
        object.put("nodes", s.nodes());
        object.put("rounds", s.rounds());
        object.put("accuracy", accuracy);
        object.put("loss", s.loss());
        if (s.rmse() != null) {
            object.put("rmse", s.rmse());
        }
        if (s.consensusDistance() != null) {
            Map<String, Object> averaged = new LinkedHashMap<>();
            averaged.put("accuracy", s.averagedAccuracy());
            averaged.put("loss", s.averagedLoss());
            averaged.put("consensusDistance", s.consensusDistance());
            object.put("averagedModel", averaged);
        }
        object.put("bytesSent", s.bytesSent());
        object.put("bytesReceived", s.bytesReceived());
        object.put("wallSeconds", s.wallSeconds());
        object.put("cpuSeconds", s.cpuSeconds());
        object.put("secondsPerRound", s.secondsPerRound());
        object.put("failures", s.failures());
        object.put("resultsPath", resultsPath);
        try {
            return new ObjectMapper().writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** For up to three runs a column each, for more a row each. */
    static String table(List<Summary> runs) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("run", "status", "nodes", "rounds", "accuracy % mean ± std", "min", "max", "loss", "RMSE", "averaged model %", "consensus distance", "MB sent", "MB received", "wall s", "CPU s", "s/round", "failures"));
        for (Summary s : runs) {
            rows.add(List.of(s.run(), s.status() + (s.nodesFinished() == s.nodes() || s.status().equals("running") ? "" : " " + s.nodesFinished() + "/" + s.nodes()),
                String.valueOf(s.nodes()), String.valueOf(s.rounds()),
                s.accuracyMean() == null ? "–" : number(s.accuracyMean(), 2) + " ± " + number(s.accuracyStd(), 2), number(s.accuracyMin(), 2), number(s.accuracyMax(), 2),
                number(s.loss(), 4), number(s.rmse(), 4), number(s.averagedAccuracy(), 2), number(s.consensusDistance(), 4), number(s.bytesSent() / 1e6, 1), number(s.bytesReceived() / 1e6, 1), number(s.wallSeconds(), 1), number(s.cpuSeconds(), 1),
                number(s.secondsPerRound(), 3), String.valueOf(s.failures())));
        }
        return runs.size() <= 3 ? AlignedText.of(transposed(rows)) : AlignedText.of(rows);
    }

    private static String number(Double value, int digits) {
        return value == null || value.isNaN() ? "–" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static List<List<String>> transposed(List<List<String>> rows) {
        List<List<String>> columns = new ArrayList<>();
        for (int c = 0; c < rows.get(0).size(); c++) {
            List<String> column = new ArrayList<>();
            for (List<String> row : rows) {
                column.add(row.get(c));
            }
            columns.add(column);
        }
        return columns;
    }
}
