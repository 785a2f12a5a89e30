package io.starling.node;

import io.starling.communication.Message;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import io.starling.node.sampler.PeerSampler;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The neighbours that the {@linkplain PeerSamplerNode peer sampler} names, asked anew in every round. Without an answer in time they are those of
 * the last one; each time is reported.
 */
final class SampledByRound implements Neighbourhood.ByRound {
    private final Node.Context context;
    private final RoundMeter meter;
    private final Exchange exchange;
    private final Duration patience;
    private final float[] state;
    private final PeerSampler.Profile profile;
    private SampledNeighbourhood last = SampledNeighbourhood.NOBODY;

    private SampledByRound(Node.Context context, Exchange exchange, float[] state) {
        this.context = context;
        this.exchange = exchange;
        this.state = state;
        profile = Modules.find(PeerSampler.Factory.class, SamplerKeys.KIND, context.settings().get(SamplerKeys.KIND)).profile(context.settings(), context.seed());
        meter = exchange.meter();
        patience = context.settings().get(SamplerKeys.DEADLINE);
    }

    @Override
    public Neighbourhood at(int round) throws InterruptedException {
        long began = System.nanoTime();
        Message answer = exchange.ask(Node.SERVICE, round, profile.of(state), patience);
        if (answer == null) {
            fallBack(began, "it did not answer within " + patience.toMillis() + " ms (sampler.deadline)");
        } else {
            try {
                last = SampledNeighbourhood.decode(answer.payload(), context.id(), context.nodes());
            } catch (IllegalArgumentException e) {
                fallBack(began, "its answer cannot be used, " + e.getMessage());
            }
        }
        return last;
    }

    /** The sampler makes a round's graph when it is asked for it. */
    @Override
    public Neighbourhood foresee(int round) {
        return null;
    }

    private void fallBack(long began, String reason) {
        meter.failure("sampler", Node.SERVICE, (System.nanoTime() - began) / 1_000_000,
            "the peer sampler named no neighbours, so the last ones are taken: " + reason);
    }

    /** Chosen by {@code node.role = d-psgd-sampler}. */
    public static final class Factory implements Node.Factory {
        @Override
        public String name() {
            return "d-psgd-sampler";
        }

        @Override
        public String doc() {
            return "As d-psgd, but asks a centralized peer sampler for its neighbours in every round.";
        }

        @Override
        public void check(Settings settings) {
            Correction.check(settings);
        }

        @Override
        public boolean keepsCheckpoints() {
            return true;
        }

        @Override
        public Node create(Node.Context context) {
            return new DPsgd(context, (exchange, state) -> new SampledByRound(context, exchange, state));
        }

        @Override
        public Set<Integer> firstPeers(int node, Topology topology) {
            return Set.of(Node.SERVICE);
        }

        @Override
        public Optional<Function<Node.Context, Node>> service() {
            return Optional.of(PeerSamplerNode::new);
        }
    }
}
