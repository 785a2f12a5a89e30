package io.starling.node;

import io.starling.communication.Message;
import io.starling.config.Settings;
import io.starling.sharing.Sharing;
import io.starling.training.LocalTraining;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Decentralized parallel SGD (Lian et al., NeurIPS 2017), as in Figure 2 of DecentralizePy (EuroMLSys 2023): train →
 * message → neighbours → send → receive from all → average → evaluate.
 *
 * <p>What may go wrong, and what is measured, is the business of the parts: {@link Exchange} does not wait for ever,
 * {@link MeteredSharing} leaves out what cannot be averaged, {@link RoundMeter} takes the times.
 */
final class DPsgd implements Learner {
    private final int rounds;
    private final Context context;
    private final float[] state;
    private final LocalTraining training;
    private final Sharing sharing;
    private final Exchange exchange;
    private final Evaluation evaluation;
    private final NodeMemory memory;
    private final Correction correction;
    private final RoundMeter meter;
    private final Neighbourhood.ByRound neighbourhoods;

    /** With the neighbours that the topology gives. */
    DPsgd(Context context) {
        this(context, (exchange, state) -> Neighbourhood.ByRound.of(context, context.weights()));
    }

    /** With neighbours from elsewhere, such as from a service that is asked through the node's exchange, and told of the node's state. */
    DPsgd(Context context, BiFunction<Exchange, float[], Neighbourhood.ByRound> neighbourhoods) {
        this.context = context;
        rounds = context.settings().get(RunKeys.ROUNDS);
        state = new float[context.model().stateCount()];
        context.model().initialise(state, context.seed());
        training = new LocalTraining(context.model(), context.train(), context.settings(), context.seed(), context.id());
        meter = new RoundMeter(context);
        correction = Correction.of(context.settings(), state, training);
        sharing = MeteredSharing.fromSettings(context, correction.shared(), meter);
        exchange = new Exchange(context, meter);
        this.neighbourhoods = neighbourhoods.apply(exchange, state);
        evaluation = new Evaluation(context, meter);
        memory = new NodeMemory(context, meter, state, training, sharing, correction.memory());
    }

    @Override
    public void run() throws Exception {
        for (int round = firstRound(); round < rounds; round = exchange.nextRound(round, neighbourhoods)) {
            meter.begin(round);
            correction.begin(state);
            meter.trained(training.train(state, round, context.slots()));
            correction.trained(state, round);

            Neighbourhood neighbours = neighbourhoods.at(round);
            Sharing.Content message = sharing.message(correction.shared(), round, neighbours.degree());
            exchange.send(neighbours.targets(), round, message);

            List<Message> received = exchange.receive(neighbours.sources(), round);
            sharing.average(correction.shared(), round, received, (sender, degree) -> correction.weight(neighbours.weight(sender, degree)));
            correction.averaged(state, round);

            meter.end(neighbours.degree());
            evaluation.after(round, state);
            memory.after(round);
        }
        meter.shares(sharing.shareCounts());
    }

    private int firstRound() throws Exception {
        int first = memory.firstRound();
        return context.incarnation() == 0 ? first : exchange.rejoin(first, neighbourhoods.at(first));
    }

    @Override
    public float[] state() {
        return state;
    }

    /** Chosen by {@code node.role = d-psgd}. */
    public static final class Factory implements Node.Factory {
        @Override
        public String name() {
            return "d-psgd";
        }

        @Override
        public String doc() {
            return "Trains on its own data and averages with its neighbours, round by round.";
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
        public Node create(Context context) {
            return new DPsgd(context);
        }
    }
}
