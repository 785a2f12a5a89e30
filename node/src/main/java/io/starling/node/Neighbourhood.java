package io.starling.node;

import io.starling.graph.Graph;
import io.starling.graph.Weights;

/** Whom a node sends to and hears from in a round, and how much each counts. */
interface Neighbourhood {
    /** Ascending. */
    int[] targets();

    /** Ascending. */
    int[] sources();

    /** The weight of a sender's model in this node's average. */
    float weight(int sender, int senderDegree);

    /** Number of sources. */
    default int degree() {
        return sources().length;
    }

    /** A node's place in a graph that it knows as a whole. */
    static Neighbourhood of(Graph graph, int node, Weights weights) {
        int[] targets = graph.targets(node);
        int[] sources = graph.sources(node);
        return new Neighbourhood() {
            @Override
            public int[] targets() {
                return targets;
            }

            @Override
            public int[] sources() {
                return sources;
            }

            @Override
            public float weight(int sender, int senderDegree) {
                return weights.of(graph, node, sender, senderDegree);
            }
        };
    }

    /** Round → neighbourhood of one node. */
    interface ByRound {
        Neighbourhood at(int round) throws InterruptedException;

        /** The neighbourhood of a round to come, or null if that is not known without asking somebody. */
        Neighbourhood foresee(int round);

        /** What a topology says, known for all rounds. */
        static ByRound of(Node.Context context, Weights weights) {
            return new ByRound() {
                @Override
                public Neighbourhood at(int round) {
                    return Neighbourhood.of(context.topology().at(round), context.id(), weights);
                }

                @Override
                public Neighbourhood foresee(int round) {
                    return at(round);
                }
            };
        }
    }
}
