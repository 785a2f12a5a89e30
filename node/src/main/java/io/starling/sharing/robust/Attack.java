package io.starling.sharing.robust;

import io.starling.communication.Message;
import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.SampleShape;
import io.starling.dataset.Samples;
import io.starling.random.KeyedRandom;
import io.starling.sharing.Sharing;
import java.util.List;

/** What a dishonest node does, to try robust averages with: {@code overrides = [{nodes = "3, 7", attack.kind = sign-flip}]}. */
public final class Attack {
    public static final Key<String> KIND = Key.string("attack.kind").oneOf("none", "sign-flip", "noise", "label-flip").orElse("none").perNode()
        .doc("What a node does to harm the others: sends its model with the sign reversed, sends it with noise, or trains on labels counted from the other end. "
            + "For overrides, to try robust averages with.");
    public static final Key<Double> STRENGTH = Key.number("attack.strength").moreThan(0).orElse(1.0).perNode()
        .doc("By what a reversed model is multiplied; the noise's standard deviation.");

    private Attack() {
    }

    public static List<Key<?>> keys() {
        return List.of(KIND, STRENGTH);
    }

    /** Refuses what an attack cannot be made on. */
    public static void check(Settings settings, SampleShape shape) {
        if (settings.get(KIND).equals("label-flip") && shape.classes() == 0) {
            throw new UserError("attack.kind = label-flip needs classes, but this data set has numbers to be predicted.");
        }
    }

    /** The samples that the node trains on. */
    public static Samples samples(Settings settings, Samples honest) {
        int classes = honest.shape().classes();
        return settings.get(KIND).equals("label-flip") ? honest.withTargets(label -> classes - 1 - label) : honest;
    }

    /** The node's sharing, which tells the neighbours what the attack wants them to hear. */
    public static Sharing sharing(Settings settings, Sharing honest, int node, long seed) {
        float strength = settings.get(STRENGTH).floatValue();
        return switch (settings.get(KIND)) {
            case "sign-flip" -> new Lying(honest, (state, round) -> {
                for (int i = 0; i < state.length; i++) {
                    state[i] *= -strength;
                }
            });
            case "noise" -> new Lying(honest, (state, round) -> {
                KeyedRandom random = KeyedRandom.of(seed, "attack", node, round);
                for (int i = 0; i < state.length; i++) {
                    state[i] += strength * (float) random.nextGaussian();
                }
            });
            default -> honest;
        };
    }

    private interface Lie {
        void tell(float[] state, int round);
    }

    /** Says something else than it knows; learns what it is told. */
    private record Lying(Sharing honest, Lie lie) implements Sharing {
        @Override
        public Content message(float[] state, int round, int degree) throws InterruptedException {
            float[] told = state.clone();
            lie.tell(told, round);
            return honest.message(told, round, degree);
        }

        @Override
        public void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage, InterruptedException {
            honest.average(state, round, received, mixing);
        }

        @Override
        public List<float[]> memory() {
            return honest.memory();
        }

        @Override
        public float[] shareCounts() {
            return honest.shareCounts();
        }
    }
}
