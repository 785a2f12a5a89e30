package io.starling.training;

import io.starling.config.Key;
import io.starling.config.Settings;
import java.util.List;

/**
 * What the learning rate is multiplied by in a round: a pure function of the round, the same after a restart.
 *
 * <p>After a linear warm-up: {@code constant}; {@code step} multiplies by a factor every so many rounds; {@code exponential}
 * multiplies by it every round; {@code cosine} goes down to nothing over so many rounds, in half a cosine wave.
 */
public final class Schedule {
    static final Key<String> KIND = Key.string("training.schedule").oneOf("constant", "step", "exponential", "cosine").orElse("constant").perNode()
        .doc("How the learning rate changes with the round, after any warm-up: constant, step, exponential or cosine.");
    static final Key<Integer> PERIOD = Key.integer("training.schedule-rounds").atLeast(1).orElse(100).perNode()
        .doc("Rounds between two changes of the step schedule; rounds until the cosine schedule is at zero.");
    static final Key<Double> FACTOR = Key.number("training.schedule-factor").between(0, 1).orElse(0.5).perNode()
        .doc("By what the step schedule multiplies the rate each time, and the exponential one each round.");
    static final Key<Integer> WARM_UP = Key.integer("training.warm-up-rounds").atLeast(0).orElse(0).perNode()
        .doc("Rounds in which the rate grows linearly from nothing to its value.");

    private final String kind;
    private final int period;
    private final double factor;
    private final int warmUp;

    Schedule(Settings settings) {
        kind = settings.get(KIND);
        period = settings.get(PERIOD);
        factor = settings.get(FACTOR);
        warmUp = settings.get(WARM_UP);
    }

    static List<Key<?>> keys() {
        return List.of(KIND, PERIOD, FACTOR, WARM_UP);
    }

    /** The factor for a round, counted from 0. */
    public double at(int round) {
        if (round < warmUp) {
            return (round + 1.0) / (warmUp + 1.0);
        }
        int since = round - warmUp;
        return switch (kind) {
            case "step" -> Math.pow(factor, since / period);
            case "exponential" -> Math.pow(factor, since);
            case "cosine" -> since >= period ? 0 : (1 + Math.cos(Math.PI * since / period)) / 2;
            default -> 1;
        };
    }
}
