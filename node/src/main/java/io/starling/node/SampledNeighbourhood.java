package io.starling.node;

import io.starling.graph.Graph;
import io.starling.graph.Weights;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What the peer sampler tells a node of a round's graph: its own arcs, and what each counts.
 *
 * <pre>
 *   number of targets, targets …, number of sources, sources …, weight of each source …      (4 bytes each, big-endian)
 * </pre>
 */
record SampledNeighbourhood(int[] targets, int[] sources, float[] weights) implements Neighbourhood {
    /** A node without neighbours. */
    static final SampledNeighbourhood NOBODY = new SampledNeighbourhood(new int[0], new int[0], new float[0]);

    static SampledNeighbourhood of(Graph graph, int node, Weights weights) {
        int[] sources = graph.sources(node);
        float[] shares = new float[sources.length];
        for (int i = 0; i < sources.length; i++) {
            shares[i] = weights.of(graph, node, sources[i], graph.degree(sources[i]));
        }
        return new SampledNeighbourhood(graph.targets(node), sources, shares);
    }

    @Override
    public float weight(int sender, int senderDegree) {
        int at = Arrays.binarySearch(sources, sender);
        return at < 0 ? 0 : weights[at];
    }

    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(4 * (2 + targets.length + 2 * sources.length));
        bytes.putInt(targets.length);
        bytes.asIntBuffer().put(targets);
        bytes.position(bytes.position() + 4 * targets.length);
        bytes.putInt(sources.length);
        bytes.asIntBuffer().put(sources);
        bytes.position(bytes.position() + 4 * sources.length);
        bytes.asFloatBuffer().put(weights);
        return bytes.rewind();
    }

    /**
     * Reads what {@link #encode} wrote for one of so many nodes.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static SampledNeighbourhood decode(ByteBuffer encoded, int node, int nodes) {
        ByteBuffer bytes = encoded.duplicate();
        int[] targets = peers(bytes, node, nodes);
        int[] sources = peers(bytes, node, nodes);
        if (bytes.remaining() != 4 * sources.length) {
            throw new IllegalArgumentException(sources.length + " neighbours, but " + bytes.remaining() + " bytes of weights");
        }
        float[] weights = new float[sources.length];
        bytes.asFloatBuffer().get(weights);
        return new SampledNeighbourhood(targets, sources, weights);
    }

    private static int[] peers(ByteBuffer bytes, int node, int nodes) {
        int count = bytes.remaining() < 4 ? -1 : bytes.getInt();
        if (count < 0 || count >= nodes || bytes.remaining() < 4 * count) {
            throw new IllegalArgumentException("it is cut off, or lists " + count + " neighbours of " + nodes + " nodes");
        }
        int[] peers = new int[count];
        for (int i = 0; i < count; i++) {
            peers[i] = bytes.getInt();
            if (peers[i] < 0 || peers[i] >= nodes || peers[i] == node || i > 0 && peers[i] <= peers[i - 1]) {
                throw new IllegalArgumentException("its neighbours are no ascending list of other nodes: " + peers[i] + " at " + i);
            }
        }
        return peers;
    }
}
