package io.starling.graph.file;

import io.starling.config.UserError;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a graph file, without comments, and with the numbers that errors name.
 *
 * <p>The first line that says anything is the number of nodes. {@code #} starts a comment anywhere; a line with only a
 * comment is as if it were not there, while an empty line may mean something (in an adjacency list).
 */
final class GraphText {
    /** Far more than can run, and few enough that a slip in the first line does not exhaust memory. */
    private static final int MAX_NODES = 1_000_000;

    /** A line's number in the file, from 1, and its fields; none if the line is empty. */
    record Line(int number, String[] fields) {
        boolean isEmpty() {
            return fields.length == 0;
        }

        boolean isNumbers() {
            for (String field : fields) {
                if (!field.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    return false;
                }
            }
            return true;
        }
    }

    private final String name;
    private final int nodes;
    private final List<Line> lines = new ArrayList<>();

    /**
     * Reads the first line and splits the others.
     *
     * @param name  the file's name, for errors
     * @param nodes how many nodes the experiment has, or 0 to take what the file says
     */
    GraphText(String name, String text, int nodes) {
        this.name = name;
        int number = 0;
        for (String raw : text.lines().toList()) {
            number++;
            int comment = raw.indexOf('#');
            String said = (comment < 0 ? raw : raw.substring(0, comment)).replace("\uFEFF", "").strip();
            if (!said.isEmpty() || comment < 0) {
                lines.add(new Line(number, said.isEmpty() ? new String[0] : said.split("\\s+")));
            }
        }
        while (!lines.isEmpty() && lines.get(0).isEmpty()) {
            lines.remove(0);
        }
        if (lines.isEmpty()) {
            throw new UserError(name + " is empty; a graph file has the number of nodes in its first line.");
        }
        this.nodes = count(lines.remove(0), nodes);
    }

    private int count(Line first, int expected) {
        int count;
        try {
            count = Integer.parseInt(first.fields[0]);
        } catch (NumberFormatException e) {
            count = 0;
        }
        if (first.fields.length > 1 || count < 1 || count > MAX_NODES) {
            throw error(first, "'" + String.join(" ", first.fields) + "' is not a number of nodes (1 to " + MAX_NODES
                + "); the first line of a graph file is the number of nodes alone.");
        }
        if (expected > 0 && count != expected) {
            throw error(first, "the graph has " + count + " nodes, but nodes = " + expected + "; set nodes = " + count
                + ", or choose a graph of " + expected + " nodes.");
        }
        return count;
    }

    String name() {
        return name;
    }

    int nodes() {
        return nodes;
    }

    /** The lines after the first, including empty ones. */
    List<Line> lines() {
        return lines;
    }

    List<Line> linesNotEmpty() {
        return lines.stream().filter(line -> !line.isEmpty()).toList();
    }

    /** The field as a node id that exists. */
    int node(Line line, int field) {
        int node = number(line, field, "node id");
        if (node >= nodes) {
            throw error(line, "there is no node " + node + ": the graph has " + nodes + " nodes, so ids go from 0 to " + (nodes - 1)
                + (node == nodes ? "; if this file counts from 1, subtract 1 from every id." : "."));
        }
        return node;
    }

    int number(Line line, int field, String what) {
        try {
            int number = Integer.parseInt(line.fields[field]);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, with the line
        }
        throw error(line, "'" + line.fields[field] + "' is not a " + what + "; it must be a whole number from 0.");
    }

    float weight(Line line, int field) {
        float weight;
        try {
            weight = Float.parseFloat(line.fields[field]);
        } catch (NumberFormatException e) {
            weight = Float.NaN;
        }
        if (!(weight > 0 && weight <= 1)) {
            throw error(line, "'" + line.fields[field] + "' is not a weight; it must be more than 0 and at most 1.");
        }
        return weight;
    }

    void fieldsMustBe(Line line, int wanted, String meaning, String hint) {
        if (line.fields.length != wanted) {
            throw error(line, "'" + String.join(" ", line.fields) + "' has " + line.fields.length + " fields instead of " + meaning + hint);
        }
    }

    void noSelfLoop(Line line, int from, int to) {
        if (from == to) {
            throw error(line, "node " + from + " has an edge to itself; remove it: a node's own weight is what its neighbours leave.");
        }
    }

    UserError error(Line line, String message) {
        return new UserError(name + ", line " + line.number + ": " + message);
    }
}
