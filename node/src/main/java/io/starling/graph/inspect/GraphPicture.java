package io.starling.graph.inspect;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A drawing of a topology as SVG: one panel for a static graph, one for each of the first rounds of a changing one.
 *
 * <p>Graphs that look the same from every node, and those too dense for a layout to tell anything, are drawn on a circle;
 * others so that distances on paper follow distances in hops. Weights show as the strength of the lines.
 */
public final class GraphPicture {
    private static final int MAX_PANELS = 12;
    private static final int COLUMNS = 4;
    private static final double SINGLE = 720;
    private static final double SMALL = 260;
    private static final double HEAD = 56;
    private static final double CAPTION = 26;
    private static final String INK = "#1f2a37";
    private static final String NODE = "#2563a8";

    private final Topology topology;
    private final String title;
    private final StringBuilder svg = new StringBuilder();

    private GraphPicture(Topology topology, String title) {
        this.topology = topology;
        this.title = title;
    }

    /**
     * The SVG document.
     *
     * @param title what the picture shows, such as the family's name
     */
    public static String svg(Topology topology, String title) {
        return new GraphPicture(topology, title).draw();
    }

    private String draw() {
        int panels = topology.isStatic() ? 1 : topology.period() > 0 ? Math.min(topology.period(), MAX_PANELS) : MAX_PANELS / 2;
        List<Graph> graphs = IntStream.range(0, panels).mapToObj(topology::at).toList();
        double[][] positions = positions(Graph.union(graphs), panels == 1);
        double side = panels == 1 ? SINGLE : SMALL;
        int columns = panels <= COLUMNS ? panels : panels % 3 == 0 && panels % COLUMNS != 0 ? 3 : COLUMNS;
        int rows = (panels + columns - 1) / columns;
        double caption = panels == 1 ? 0 : CAPTION;
        double width = Math.max(columns * side, 480);
        double height = HEAD + rows * (side + caption);
        put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
            + "font-family=\"system-ui, Helvetica, Arial, sans-serif\">%n", width, height, width, height);
        put("<title>%s</title>%n", escaped(title));
        put("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n");
        put("<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" "
            + "markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\">"
            + "<path d=\"M0 1.5 10 5 0 8.5z\" fill=\"%s\"/></marker></defs>%n", INK);
        put("<text x=\"20\" y=\"28\" font-size=\"17\" font-weight=\"600\" fill=\"%s\">%s</text>%n", INK, escaped(title));
        put("<text x=\"20\" y=\"47\" font-size=\"12.5\" fill=\"#5b6675\">%s</text>%n", escaped(subtitle(graphs)));
        double left = (width - columns * side) / 2;
        for (int panel = 0; panel < panels; panel++) {
            double x = left + panel % columns * side;
            double y = HEAD + panel / columns * (side + caption);
            put("<g transform=\"translate(%.1f %.1f)\">%n", x, y);
            panel(graphs.get(panel), positions, side);
            if (panels > 1) {
                put("<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" text-anchor=\"middle\" fill=\"#5b6675\">round %d</text>%n",
                    side / 2, side + 10, panel);
            }
            put("</g>%n");
        }
        put("</svg>%n");
        return svg.toString();
    }

    private String subtitle(List<Graph> graphs) {
        Graph first = graphs.get(0);
        int least = IntStream.range(0, first.nodes()).map(first::degree).min().orElse(0);
        String degree = "degree " + (least == first.maxDegree() ? "" + least : least + " to " + first.maxDegree());
        if (topology.isStatic()) {
            return first + ", " + degree;
        }
        return topology.nodes() + " nodes, " + (topology.period() > 0 ? "repeats after " + topology.period() + " rounds" : "never repeats");
    }

    private void panel(Graph graph, double[][] positions, double side) {
        int nodes = graph.nodes();
        double radius = Math.max(side / 260, Math.min(side / 30, 0.34 * spacing(positions) * side));
        double margin = radius + side / 24;
        double[] x = new double[nodes];
        double[] y = new double[nodes];
        for (int node = 0; node < nodes; node++) {
            x[node] = margin + positions[node][0] * (side - 2 * margin);
            y[node] = margin + positions[node][1] * (side - 2 * margin);
        }
        boolean arrows = !graph.isSymmetric();
        double strength = Math.min(0.75, Math.max(0.06, 9.0 / Math.sqrt(graph.arcs() + 1.0)));
        put("<g stroke=\"%s\" stroke-width=\"%.2f\" stroke-opacity=\"%.2f\">%n", INK, side > 400 ? 1.3 : 1.1, strength);
        for (int from = 0; from < nodes; from++) {
            for (int to : graph.targets(from)) {
                boolean bothWays = graph.hasArc(to, from);
                if (from < to || !bothWays) {
                    line(graph, from, to, x, y, radius, arrows, bothWays);
                }
            }
        }
        put("</g>%n<g stroke=\"#ffffff\" stroke-width=\"%.1f\">%n", radius > 5 ? 1.5 : 0.6);
        for (int node = 0; node < nodes; node++) {
            put("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>%n", x[node], y[node], radius, NODE);
        }
        put("</g>%n");
        if (radius >= 7) {
            put("<g font-size=\"%.1f\" fill=\"#ffffff\" text-anchor=\"middle\">%n", radius * (nodes > 100 ? 0.85 : 1));
            for (int node = 0; node < nodes; node++) {
                put("<text x=\"%.1f\" y=\"%.1f\">%d</text>%n", x[node], y[node] + radius * 0.35, node);
            }
            put("</g>%n");
        }
    }

    private void line(Graph graph, int from, int to, double[] x, double[] y, double radius, boolean arrows, boolean bothWays) {
        double dx = x[to] - x[from];
        double dy = y[to] - y[from];
        double length = Math.max(1e-9, Math.hypot(dx, dy));
        double gap = arrows ? Math.min(radius + 1.5, length / 3) : 0;
        String ends = !arrows ? "" : " marker-end=\"url(#arrow)\"" + (bothWays ? " marker-start=\"url(#arrow)\"" : "");
        String width = graph.isWeighted() ? String.format(Locale.ROOT, " stroke-width=\"%.2f\"", 0.5 + 2.5 * graph.weight(to, from)) : "";
        put("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"%s%s/>%n", x[from] + dx / length * gap, y[from] + dy / length * gap,
            x[to] - dx / length * gap, y[to] - dy / length * gap, width, ends);
    }

    /** How near nodes are to their nearest neighbour on paper, but for the nearest twentieth, which may overlap. */
    private static double spacing(double[][] positions) {
        double[] nearest = new double[positions.length];
        for (int a = 0; a < positions.length; a++) {
            nearest[a] = 1;
            for (int b = 0; b < positions.length; b++) {
                if (a != b) {
                    nearest[a] = Math.min(nearest[a], Math.hypot(positions[a][0] - positions[b][0], positions[a][1] - positions[b][1]));
                }
            }
        }
        Arrays.sort(nearest);
        return nearest[positions.length / 20];
    }

    /** Where to draw the nodes: x and y in the unit square. */
    public static double[][] positions(Topology topology) {
        return positions(topology.at(0), topology.isStatic());
    }

    /** In the unit square. */
    private static double[][] positions(Graph graph, boolean single) {
        boolean dense = graph.arcs() > 0.3 * graph.nodes() * (graph.nodes() - 1.0);
        boolean onCircle = !single || dense || looksTheSameFromEveryNode(graph);
        return onCircle ? circle(graph.nodes()) : inUnitSquare(upright(graph, StressLayout.of(graph)));
    }

    private static boolean looksTheSameFromEveryNode(Graph graph) {
        int nodes = graph.nodes();
        for (int node = 1; node < nodes; node++) {
            if (graph.outDegree(node) != graph.outDegree(0)) {
                return false;
            }
            for (int target : graph.targets(0)) {
                if (!graph.hasArc(node, (target + node) % nodes)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double[][] circle(int nodes) {
        double[][] positions = new double[nodes][];
        for (int node = 0; node < nodes; node++) {
            double angle = 2 * Math.PI * node / nodes - Math.PI / 2;
            positions[node] = nodes == 1 ? new double[] {0.5, 0.5} : new double[] {0.5 + Math.cos(angle) / 2, 0.5 + Math.sin(angle) / 2};
        }
        return positions;
    }

    /** Turned so that the first edge of node 0 lies level, and mirrored so that node 0 is rather at the top left. */
    private static double[][] upright(Graph graph, double[][] positions) {
        int[] targets = graph.targets(0);
        if (targets.length == 0) {
            return positions;
        }
        double dx = positions[targets[0]][0] - positions[0][0];
        double dy = positions[targets[0]][1] - positions[0][1];
        double length = Math.max(1e-9, Math.hypot(dx, dy));
        double[][] turned = new double[positions.length][];
        double below = 0;
        for (int node = 0; node < positions.length; node++) {
            double x = positions[node][0] - positions[0][0];
            double y = positions[node][1] - positions[0][1];
            turned[node] = new double[] {(x * dx + y * dy) / length, (y * dx - x * dy) / length};
            below += turned[node][1];
        }
        for (double[] position : turned) {
            position[1] *= below < 0 ? -1 : 1;
        }
        return turned;
    }

    /** Scaled alike in both directions, and centred. */
    private static double[][] inUnitSquare(double[][] positions) {
        double[] low = {Double.MAX_VALUE, Double.MAX_VALUE};
        double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE};
        for (double[] position : positions) {
            for (int axis = 0; axis < 2; axis++) {
                low[axis] = Math.min(low[axis], position[axis]);
                high[axis] = Math.max(high[axis], position[axis]);
            }
        }
        double extent = Math.max(1e-9, Math.max(high[0] - low[0], high[1] - low[1]));
        double[][] scaled = new double[positions.length][];
        for (int node = 0; node < positions.length; node++) {
            scaled[node] = new double[] {
                0.5 + (positions[node][0] - (low[0] + high[0]) / 2) / extent,
                0.5 + (positions[node][1] - (low[1] + high[1]) / 2) / extent};
        }
        return scaled;
    }

    private void put(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
