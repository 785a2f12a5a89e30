package io.starling.graph.varying;

import io.starling.config.Key;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.file.GraphFile;
import io.starling.random.KeyedRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Any topologies in turn, one a round: {@code graph.in-turn = [ring, star, conf/mine.edges]}. Each goes on to its own next
 * round when its turn comes again.
 */
public final class InTurn implements Topology.Factory {
    public static final Key<List<String>> TURNS = Key.strings("graph.in-turn").optional()
        .doc("The graphs that take turns: names of families, or paths of graph files (with a slash, or an ending such as .edges).");

    @Override
    public String name() {
        return "in-turn";
    }

    @Override
    public String doc() {
        return "The graphs of graph.in-turn one after the other, again from the first after the last.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(TURNS);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        throw new UnsupportedOperationException("graphs in turn need somebody to read their files");
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed, UnaryOperator<String> files) {
        List<String> turns = settings.has(TURNS) ? settings.get(TURNS) : List.of();
        if (turns.isEmpty() || turns.contains(name())) {
            throw new UserError("graph.in-turn = " + turns + " is not allowed: graph.kind = in-turn needs a list of families of graphs "
                + "or graph files, such as [ring, star].");
        }
        List<Topology> topologies = new ArrayList<>();
        for (int turn = 0; turn < turns.size(); turn++) {
            topologies.add(one(turns.get(turn), settings, nodes, KeyedRandom.key(seed, "graph.in-turn", turn), files));
        }
        return new Turns(topologies);
    }

    private static Topology one(String what, Settings settings, int nodes, long seed, UnaryOperator<String> files) {
        if (GraphFile.isPath(what)) {
            return GraphFile.read(what, files.apply(what), GraphFile.AUTO, nodes);
        }
        return Modules.find(Topology.Factory.class, TURN, what).create(settings, nodes, seed, files);
    }

    /** For errors about one of them. */
    private static final Key<String> TURN = Key.string(TURNS.name());

    private record Turns(List<Topology> topologies) implements Topology {
        @Override
        public int nodes() {
            return topologies.get(0).nodes();
        }

        @Override
        public Graph at(int round) {
            return topologies.get(round % topologies.size()).at(round / topologies.size());
        }

        @Override
        public boolean isStatic() {
            return period() == 1;
        }

        /** All of them must be at their start again. */
        @Override
        public int period() {
            long period = 1;
            for (Topology topology : topologies) {
                if (topology.period() == 0) {
                    return 0;
                }
                period = period / gcd(period, topology.period()) * topology.period();
            }
            period *= topologies.size();
            return period <= Integer.MAX_VALUE ? (int) period : 0;
        }

        private static long gcd(long a, long b) {
            return b == 0 ? a : gcd(b, a % b);
        }
    }
}
