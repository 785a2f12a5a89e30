package io.starling.config;

import java.util.BitSet;

/** Some of the nodes, written as numbers and ranges: {@code "0-7, 9, 12-15"}. */
public final class NodeSet {
    private final BitSet nodes;

    private NodeSet(BitSet nodes) {
        this.nodes = nodes;
    }

    /** @param key for the error message */
    public static NodeSet parse(String key, String text) {
        BitSet nodes = new BitSet();
        for (String part : text.split(",")) {
            String[] ends = part.strip().split("\\s*-\\s*", -1);
            try {
                int first = Integer.parseInt(ends[0]);
                int last = ends.length == 1 ? first : Integer.parseInt(ends[1]);
                if (ends.length > 2 || first > last || last > 10_000_000) {
                    throw new NumberFormatException();
                }
                nodes.set(first, last + 1);
            } catch (NumberFormatException e) {
                throw new UserError(key + " = " + text + " is not a list of nodes: \"" + part.strip()
                    + "\" should be a node such as 3 or a range such as 0-7.");
            }
        }
        return new NodeSet(nodes);
    }

    public boolean contains(int node) {
        return nodes.get(node);
    }

    /** The highest number in it. */
    public int largest() {
        return nodes.length() - 1;
    }
}
