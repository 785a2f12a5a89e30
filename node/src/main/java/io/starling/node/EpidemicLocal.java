package io.starling.node;

import io.starling.communication.Deadline;
import io.starling.communication.Message;
import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.sharing.Sharing;
import io.starling.training.LocalTraining;
import java.time.Duration;
import java.util.List;

/**
 * EL-Local of Epidemic Learning: train → send to s random others → take the plain average of the own model and what has arrived.
 *
 * <p>There is no barrier: a node does not know who sends to it, and waits for nobody. How many models it averages varies, and they
 * may be of its neighbours' earlier or later rounds. So, unlike in the synchronous roles, results depend on timing.
 *
 * @see <a href="https://arxiv.org/abs/2310.01972">de Vos, Farhadkhani, Guerraoui, Kermarrec, Pires, Sharma: Epidemic
 *     Learning: Boosting Decentralized Learning with Randomized Communication, NeurIPS 2023</a>
 */
final class EpidemicLocal implements Learner {
    private static final Key<String> WAIT = Key.string("epidemic.wait").oneOf("adaptive", "fixed").orElse("adaptive")
        .doc("How long an el-local node lets models arrive after sending: so long that they are of its own round on average, or always epidemic.max-wait.");
    private static final Key<Duration> MAX_WAIT = Key.duration("epidemic.max-wait").orElse(Duration.ofSeconds(1))
        .check(v -> !v.isNegative(), "at least 0").perNode()
        .doc("The longest that an el-local node lets models arrive in a round.");

    private final Context context;
    private final int rounds;
    private final float[] state;
    private final LocalTraining training;
    private final Sharing sharing;
    private final Exchange exchange;
    private final Evaluation evaluation;
    private final NodeMemory memory;
    private final RoundMeter meter;
    private final Duration maxWait;
    private final boolean adaptive;
    private final LagAdaptiveWait wait;

    private EpidemicLocal(Context context) {
        this.context = context;
        rounds = context.settings().get(RunKeys.ROUNDS);
        state = new float[context.model().stateCount()];
        context.model().initialise(state, context.seed());
        training = new LocalTraining(context.model(), context.train(), context.settings(), context.seed(), context.id());
        meter = new RoundMeter(context);
        sharing = MeteredSharing.fromSettings(context, state, meter);
        exchange = new Exchange(context, meter);
        evaluation = new Evaluation(context, meter);
        memory = new NodeMemory(context, meter, state, training, sharing, List.of());
        maxWait = context.settings().get(MAX_WAIT);
        adaptive = context.settings().get(WAIT).equals("adaptive");
        wait = new LagAdaptiveWait(maxWait);
    }

    @Override
    public void run() throws Exception {
        for (int round = memory.firstRound(); round < rounds; round++) {
            long began = System.nanoTime();
            meter.begin(round);
            meter.trained(training.train(state, round, context.slots()));

            int[] targets = context.topology().at(round).targets(context.id());
            Sharing.Content message = sharing.message(state, round, targets.length);
            boolean alone = exchange.send(targets, round, message) == 0;

            List<Message> received = exchange.receiveAny(Deadline.after(alone ? Duration.ZERO : adaptive ? wait.get() : maxWait));
            float share = 1f / (received.size() + 1);
            sharing.average(state, round, received, (sender, degree) -> share);

            wait.adapt(received, round, Duration.ofNanos(System.nanoTime() - began));
            meter.end(received.size());
            evaluation.after(round, state);
            memory.after(round);
        }
    }

    @Override
    public float[] state() {
        return state;
    }

    /** Chosen by {@code node.role = el-local}. */
    public static final class Factory implements Node.Factory {
        @Override
        public String name() {
            return "el-local";
        }

        @Override
        public String doc() {
            return "EL-Local: sends to random others and averages what has arrived, waiting for nobody; on graph.kind = epidemic-local.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(WAIT, MAX_WAIT);
        }

        @Override
        public boolean keepsCheckpoints() {
            return true;
        }

        @Override
        public void check(Settings settings) {
            GraphNeeded.by(this, settings, "epidemic-local");
        }

        @Override
        public Node create(Context context) {
            return new EpidemicLocal(context);
        }
    }
}
