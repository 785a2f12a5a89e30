package io.starling.model.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.Modules;
import io.starling.config.Key;
import io.starling.config.UserError;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.Score;
import io.starling.random.KeyedRandom;
import io.starling.training.MapSettings;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ZooTest {
    private static final Key<String> NAME = Key.string("model.name");
    private static final SampleShape MNIST = SampleShape.image(1, 28, 28, 10);
    private static final SampleShape FEMNIST = SampleShape.image(1, 28, 28, 62);
    private static final SampleShape CIFAR = SampleShape.image(3, 32, 32, 10);
    private static final SampleShape CELEBA = SampleShape.image(3, 84, 84, 2);
    private static final SampleShape SHAKESPEARE = SampleShape.tokens(80, 92, 92);
    private static final SampleShape REDDIT = SampleShape.tokens(10, 9999, 9999);
    private static final SampleShape MOVIELENS = SampleShape.vector(2, 0);

    /** The counts that PyTorch's modules of the same layers have. */
    static Stream<Arguments> counts() {
        return Stream.of(
            Arguments.of("logistic", MNIST, 7_850), Arguments.of("mlp", MNIST, 101_770), Arguments.of("cnn", MNIST, 5_994),
            Arguments.of("gn-lenet", CIFAR, 89_834), Arguments.of("cifar-cnn", CIFAR, 62_006),
            Arguments.of("resnet8", CIFAR, 4_911_754), Arguments.of("resnet18", CIFAR, 11_173_962),
            Arguments.of("logistic", FEMNIST, 48_670), Arguments.of("femnist-cnn", FEMNIST, 1_690_046),
            Arguments.of("femnist-resnet", FEMNIST, 2_811_678), Arguments.of("celeba-cnn", CELEBA, 30_242),
            Arguments.of("shakespeare-lstm", SHAKESPEARE, 2_683_708), Arguments.of("reddit-rnn", REDDIT, 4_317_895),
            Arguments.of("matrix-factorization", MOVIELENS, 206_680));
    }

    private static Model model(String name, SampleShape shape) {
        return Modules.find(Model.Factory.class, NAME, name).create(new MapSettings(), shape);
    }

    @ParameterizedTest
    @MethodSource("counts")
    void hasExactlyAsManyParameters(String name, SampleShape shape, int expected) {
        Model model = model(name, shape);
        assertThat(model.parameterCount()).isEqualTo(expected);
        int at = 0;
        for (Model.Parameter parameter : model.parameters()) {
            assertThat(parameter.offset()).as(parameter.name()).isEqualTo(at);
            assertThat(parameter.trained()).isEqualTo(at < expected);
            at += parameter.size();
        }
        assertThat(at).isEqualTo(model.stateCount());
    }

    @ParameterizedTest
    @MethodSource("counts")
    void computesAFiniteGradientAndAScore(String name, SampleShape shape, int expected) {
        Model model = model(name, shape);
        float[] state = new float[model.stateCount()];
        model.initialise(state, 1);
        Batch batch = new Batch(2, shape.size());
        KeyedRandom random = KeyedRandom.of(4, "zoo");
        for (int i = 0; i < batch.features.length; i++) {
            batch.features[i] = shape.vocabulary() > 0 || shape.classes() == 0 ? random.nextInt(80) : random.nextFloat();
        }
        batch.size = 2;
        float[] gradient = new float[model.parameterCount()];
        float loss = model.gradient(state, gradient, batch, model.newWorkspace(2), 1);
        assertThat(loss).isFinite();
        for (float g : gradient) {
            assertThat(Float.isFinite(g)).isTrue();
        }
        Score score = new Score(shape.classes());
        model.score(state, batch, model.newWorkspace(3), score);
        assertThat(score.samples()).isEqualTo(2);
        assertThat(score.meanLoss()).isFinite();
    }

    @Test
    void everyModelIsListed() {
        assertThat(Modules.all(Model.Factory.class).stream().map(f -> f.name())).containsAll(counts().map(a -> (String) a.get()[0]).toList());
    }

    @Test
    void theSameSeedGivesTheSameState() {
        Model model = model("gn-lenet", CIFAR);
        float[] a = new float[model.stateCount()];
        float[] b = new float[model.stateCount()];
        float[] other = new float[model.stateCount()];
        model.initialise(a, 5);
        model("gn-lenet", CIFAR).initialise(b, 5);
        model.initialise(other, 6);
        assertThat(a).isEqualTo(b).isNotEqualTo(other);
    }

    @Test
    void initialValuesAreUniformWithinTheFanIn() {
        Model model = model("femnist-cnn", FEMNIST);
        float[] state = new float[model.stateCount()];
        model.initialise(state, 5);
        Model.Parameter weight = model.parameters().stream().filter(p -> p.name().equals("conv2.weight")).findFirst().orElseThrow();
        double bound = 1 / Math.sqrt(32 * 25);
        double squares = 0;
        for (int i = weight.offset(); i < weight.offset() + weight.size(); i++) {
            assertThat((double) state[i]).isBetween(-bound, bound);
            squares += (double) state[i] * state[i];
        }
        assertThat(squares / weight.size()).isCloseTo(bound * bound / 3, org.assertj.core.data.Percentage.withPercentage(2));
    }

    @Test
    void samplesThatDoNotFitAreAnErrorForTheUser() {
        assertThatThrownBy(() -> model("gn-lenet", SampleShape.vector(7, 2))).isInstanceOf(UserError.class).hasMessageContaining("gn-lenet");
        assertThatThrownBy(() -> model("shakespeare-lstm", CIFAR)).isInstanceOf(UserError.class).hasMessageContaining("tokens");
        assertThatThrownBy(() -> model("logistic", MOVIELENS)).isInstanceOf(UserError.class).hasMessageContaining("classes");
    }
}
