package io.starling.spark.report;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.graph.generate.DCliques;
import io.starling.graph.generate.LabelHistograms;
import io.starling.graph.inspect.GraphPicture;
import io.starling.node.RunKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Who sent to whom, made again from a run's configuration.
 *
 * @param svg    null if it could not be drawn
 * @param remark why not
 */
record TopologyPicture(String title, String svg, String remark) {
    private static final int MOST_PICTURES = 6;
    /** Beyond, a drawing is a black disc that takes a browser minutes. */
    private static final int MOST_ARCS = 20_000;

    /** One for each topology among the curves. */
    static List<TopologyPicture> of(List<Curve> curves) {
        Map<String, List<Curve>> byGraph = new LinkedHashMap<>();
        for (Curve curve : curves) {
            Map<String, String> settings = Curves.settings(curve.first().config());
            settings.keySet().removeIf(key -> !key.startsWith("graph.") && !key.equals("nodes") && !key.equals("seed"));
            if (!settings.isEmpty()) {
                byGraph.computeIfAbsent(settings.toString(), key -> new ArrayList<>()).add(curve);
            }
        }
        return byGraph.values().stream().limit(MOST_PICTURES).map(same -> draw(same, byGraph.size() == 1)).toList();
    }

    private static TopologyPicture draw(List<Curve> same, boolean ofAll) {
        RunTables run = same.get(0).first();
        try {
            Experiment experiment = Experiment.parse(run.config(), List.of());
            String kind = experiment.get(GraphKeys.KIND);
            String title = ofAll ? kind : kind + ": " + same.stream().map(Curve::label).collect(Collectors.joining("; "));
            Topology topology = DCliques.isFromData(experiment)
                ? Topologies.create(experiment, run.nodes(), run.seed(), fileOf(LabelHistograms.text(run.labels())))
                : Topologies.create(experiment, experiment.get(RunKeys.NODES), experiment.get(RunKeys.SEED));
            Graph first = topology.at(0);
            if (first.arcs() > MOST_ARCS) {
                return new TopologyPicture(title, null, first + ": too dense for a drawing to tell anything.");
            }
            return new TopologyPicture(title, GraphPicture.svg(topology, kind), null);
        } catch (UserError e) {
            return new TopologyPicture(same.get(0).label(), null, "The graph cannot be made again here: " + e.getMessage());
        }
    }

    private static UnaryOperator<String> fileOf(String text) {
        return file -> text;
    }
}
