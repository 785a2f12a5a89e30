package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.config.Settings;
import io.starling.engine.ScratchPool;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.weights.MetropolisHastings;
import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Nodes that share without a network: every message is handed to the graph's neighbours, rounds are calls. */
final class Neighbourhood {
    static final long SEED = 11;

    final Topology topology;
    final Graph graph;
    final float[][] states;
    final Sharing[] sharings;
    private final MetropolisHastings weights = new MetropolisHastings();
    Sharing.Content last;

    Neighbourhood(Topology topology, int size, Sharing.Factory factory, Settings settings) {
        this(topology, size, () -> factory, settings);
    }

    private Neighbourhood(Topology topology, int size, Supplier<Sharing.Factory> factory, Settings settings) {
        this.topology = topology;
        graph = topology.at(0);
        states = new float[graph.nodes()][];
        sharings = new Sharing[graph.nodes()];
        ScratchPool scratch = new ScratchPool();
        for (int node = 0; node < states.length; node++) {
            states[node] = gaussian(size, "initial", 0, 0);
            sharings[node] = factory.get().create(new Sharing.Context(settings, node, SEED, topology, states[node], scratch));
        }
    }

    static float[] gaussian(int size, String purpose, long... key) {
        KeyedRandom random = KeyedRandom.of(SEED, purpose, key);
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = (float) random.nextGaussian() * 0.1f;
        }
        return values;
    }

    /** Another step for every node, as training would make one. */
    void train(int round, float step) {
        for (int node = 0; node < states.length; node++) {
            float[] change = gaussian(states[node].length, "training", node, round);
            for (int i = 0; i < change.length; i++) {
                states[node][i] += step * change[i];
            }
        }
    }

    void share(int round) throws Exception {
        List<Message> messages = new ArrayList<>();
        for (int node = 0; node < states.length; node++) {
            last = sharings[node].message(states[node], round, graph.degree(node));
            ByteBuffer copy = ByteBuffer.allocate(last.bytes().remaining()).put(last.bytes().duplicate()).flip();
            messages.add(Message.model(node, 0, round, last.codec(), last.metadataBytes(), copy));
        }
        for (int node = 0; node < states.length; node++) {
            average(node, round, messages);
        }
    }

    private void average(int node, int round, List<Message> messages) throws Exception {
        List<Message> received = new ArrayList<>();
        for (int source : graph.sources(node)) {
            received.add(messages.get(source));
        }
        sharings[node].average(states[node], round, received, (sender, degree) -> weights.of(graph, node, sender, degree));
    }

    double[] mean() {
        double[] mean = new double[states[0].length];
        for (float[] state : states) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += state[i] / (double) states.length;
            }
        }
        return mean;
    }

    /** Root mean square distance of all models from their mean. */
    double disagreement() {
        double[] mean = mean();
        double sum = 0;
        for (float[] state : states) {
            for (int i = 0; i < mean.length; i++) {
                sum += (state[i] - mean[i]) * (state[i] - mean[i]);
            }
        }
        return Math.sqrt(sum / mean.length / states.length);
    }
}
