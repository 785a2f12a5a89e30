package io.starling.node;

import io.starling.communication.Message;
import io.starling.config.Key;
import io.starling.dataset.GrowingSamples;
import io.starling.graph.Graph;
import io.starling.random.KeyedRandom;
import io.starling.sharing.Sharing;
import io.starling.training.LocalTraining;
import java.util.List;

/**
 * Shares raw samples instead of models: a node trains its own model on its own samples and on those its neighbours sent, and
 * passes on some of all that it has.
 *
 * <p>Small where samples are small and models are not, as in recommendation; and only for those who may see each other's data.
 *
 * @see <a href="https://arxiv.org/abs/2202.11655">Dhasade, Dresevic, Kermarrec, Pires: TEE-based decentralized recommender
 *     systems: the raw data sharing redemption (REX), IPDPS 2022</a>
 */
final class DataSharing implements Node {
    static final Key<Integer> SAMPLES = Key.integer("sharing.samples").atLeast(1).orElse(32).perNode()
        .doc("Samples in a message with node.role = data-sharing.");
    static final Key<Integer> MAX_SAMPLES = Key.integer("sharing.max-samples").atLeast(1).orElse(100_000).perNode()
        .doc("How many samples a node keeps at most, its own included, with node.role = data-sharing.");
    private static final int CODEC = 1;

    private final int id;
    private final int rounds;
    private final int samplesPerMessage;
    private final Context context;
    private final float[] state;
    private final GrowingSamples samples;
    private final LocalTraining training;
    private final Exchange exchange;
    private final Evaluation evaluation;
    private final RoundMeter meter;

    private DataSharing(Context context) {
        this.context = context;
        id = context.id();
        rounds = context.settings().get(RunKeys.ROUNDS);
        samplesPerMessage = context.settings().get(SAMPLES);
        state = new float[context.model().stateCount()];
        context.model().initialise(state, context.seed());
        samples = new GrowingSamples(context.train(), context.settings().get(MAX_SAMPLES));
        training = new LocalTraining(context.model(), samples.all(), context.settings(), context.seed(), id);
        meter = new RoundMeter(context);
        exchange = new Exchange(context, meter);
        evaluation = new Evaluation(context, meter);
    }

    @Override
    public void run() throws Exception {
        for (int round = 0; round < rounds; round++) {
            meter.begin(round);
            meter.trained(training.train(state, round, context.slots()));

            Graph graph = context.topology().at(round);
            exchange.send(graph.targets(id), round, message(round));
            for (Message message : exchange.receive(graph.sources(id), round)) {
                add(message);
            }
            training.use(samples.all());

            meter.end(graph.degree(id));
            evaluation.after(round, state);
        }
    }

    private Sharing.Content message(int round) {
        return new Sharing.Content(CODEC, 0, 0, samples.draw(samplesPerMessage, KeyedRandom.of(context.seed(), "data-sharing", id, round)));
    }

    private void add(Message message) {
        try {
            if (message.codec() != CODEC) {
                throw new GrowingSamples.NotSamples("codec " + message.codec() + " is not that of samples");
            }
            samples.add(message.payload());
        } catch (GrowingSamples.NotSamples e) {
            meter.missing(message.sender(), 0, e.getMessage());
        }
    }

    /** Chosen by {@code node.role = data-sharing}. */
    public static final class Factory implements Node.Factory {
        @Override
        public String name() {
            return "data-sharing";
        }

        @Override
        public String doc() {
            return "Trains its own model on its own samples and on those its neighbours send: raw data is shared, not models.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(SAMPLES, MAX_SAMPLES);
        }

        @Override
        public Node create(Context context) {
            return new DataSharing(context);
        }
    }
}
