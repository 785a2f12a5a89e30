package io.starling.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.dataset.SampleShape;
import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.model.Model;
import io.starling.model.zoo.Mlp;
import io.starling.model.zoo.QuickstartCnn;
import io.starling.random.KeyedRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalTrainingTest {
    private final ComputeSlots slots = new ComputeSlots(1);

    /** Images of four classes: a bright quarter, in noise. */
    private static Samples quarters(int count, int side, long seed) {
        SampleShape shape = SampleShape.image(1, side, side, 4);
        KeyedRandom random = KeyedRandom.of(seed, "quarters");
        float[] features = new float[count * side * side];
        float[] targets = new float[count];
        for (int n = 0; n < count; n++) {
            int target = random.nextInt(4);
            targets[n] = target;
            for (int p = 0; p < side * side; p++) {
                int quarter = (p / side >= side / 2 ? 2 : 0) + (p % side >= side / 2 ? 1 : 0);
                features[n * side * side + p] = (float) random.nextGaussian() + (quarter == target ? 0.7f : 0);
            }
        }
        return Samples.ofFloats(shape, features, targets);
    }

    private static float[] start(Model model) {
        float[] state = new float[model.stateCount()];
        model.initialise(state, 5);
        return state;
    }

    @Test
    void learns() throws InterruptedException {
        Samples train = quarters(400, 20, 1);
        Samples test = quarters(300, 20, 2);
        Model model = new QuickstartCnn().create(new MapSettings(), train.shape());
        float[] state = start(model);
        LocalTraining training = new LocalTraining(model, train, new MapSettings().with("training.local-steps", 10), 3, 0);
        double first = training.train(state, 0, slots).meanLoss();
        double last = 0;
        for (int round = 1; round < 12; round++) {
            last = training.train(state, round, slots).meanLoss();
        }
        assertThat(first).isGreaterThan(1);
        assertThat(last).isLessThan(0.3);
        assertThat(Evaluator.evaluate(model, state, test, 64, slots).score().accuracyPercent()).isGreaterThan(90);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.9})
    void aRestartedNodeTakesTheStepsItWouldHaveTaken(double momentum) throws InterruptedException {
        Samples samples = quarters(37, 16, 1);
        MapSettings settings = new MapSettings().with("training.local-steps", 3).with("training.momentum", momentum);
        Model model = new QuickstartCnn().create(settings, samples.shape());
        LocalTraining through = new LocalTraining(model, samples, settings, 3, 4);
        float[] state = start(model);
        for (int round = 0; round < 5; round++) {
            through.train(state, round, slots);
        }
        float[] checkpoint = state.clone();
        List<float[]> memory = through.optimizer().memory().stream().map(float[]::clone).toList();
        for (int round = 5; round < 8; round++) {
            through.train(state, round, slots);
        }

        LocalTraining restarted = new LocalTraining(model, samples, settings, 3, 4);
        for (int i = 0; i < memory.size(); i++) {
            System.arraycopy(memory.get(i), 0, restarted.optimizer().memory().get(i), 0, memory.get(i).length);
        }
        for (int round = 5; round < 8; round++) {
            restarted.train(checkpoint, round, slots);
        }
        assertThat(checkpoint).isEqualTo(state);
    }

    @Test
    void divergenceNamesNodeRoundBatchAndTheFix() {
        Samples samples = quarters(64, 16, 1);
        MapSettings settings = new MapSettings().with("training.lr", 1e30).with("training.local-steps", 8);
        Model model = new Mlp().create(settings, samples.shape());
        LocalTraining training = new LocalTraining(model, samples, settings, 3, 17);
        float[] state = start(model);
        assertThatThrownBy(() -> training.train(state, 6, slots)).isInstanceOf(DivergedException.class)
            .hasMessageContaining("Node 17").hasMessageContaining("round 6").hasMessageContaining("batch ").hasMessageContaining("training.lr");
    }

    @Test
    void aSlotIsFreeAgainAfterDivergence() {
        Samples samples = quarters(64, 16, 1);
        MapSettings settings = new MapSettings().with("training.lr", 1e30).with("training.local-steps", 8);
        Model model = new Mlp().create(settings, samples.shape());
        for (int i = 0; i < 2; i++) {
            float[] state = start(model);
            assertThatThrownBy(() -> new LocalTraining(model, samples, settings, 3, 17).train(state, 6, slots))
                .isInstanceOf(DivergedException.class);
        }
    }

    @Test
    void resettingMakesRoundsIndependentOfEarlierMomentum() throws InterruptedException {
        Samples samples = quarters(37, 16, 1);
        MapSettings settings = new MapSettings().with("training.momentum", 0.9).with("training.reset-optimizer", true);
        Model model = new Mlp().create(settings, samples.shape());
        LocalTraining used = new LocalTraining(model, samples, settings, 3, 4);
        float[] state = start(model);
        used.train(state, 0, slots);
        float[] copy = state.clone();
        used.train(state, 1, slots);
        new LocalTraining(model, samples, settings, 3, 4).train(copy, 1, slots);
        assertThat(copy).isEqualTo(state);
    }

    @Test
    void theScheduleSetsTheRate() throws InterruptedException {
        Samples samples = quarters(37, 16, 1);
        MapSettings settings = new MapSettings().with("training.schedule", "cosine").with("training.schedule-rounds", 5);
        Model model = new Mlp().create(settings, samples.shape());
        float[] state = start(model);
        new LocalTraining(model, samples, settings, 3, 4).train(state, 5, slots);
        assertThat(state).as("after the schedule's end the rate is zero").isEqualTo(start(model));
    }
}
