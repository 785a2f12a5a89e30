package io.starling.model.dl4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.Key;
import io.starling.config.Modules;
import io.starling.config.UserError;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.model.Model;
import io.starling.model.Score;
import io.starling.model.zoo.Mlp;
import io.starling.random.KeyedRandom;
import io.starling.training.LocalTraining;
import io.starling.training.MapSettings;
import java.util.List;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.ConvolutionLayer;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.lossfunctions.LossFunctions;

class Dl4jModelTest {
    private static final SampleShape SHAPE = SampleShape.vector(20, 5);

    private static String layers() {
        return new NeuralNetConfiguration.Builder().list()
            .layer(new DenseLayer.Builder().nIn(20).nOut(16).activation(Activation.RELU).build())
            .layer(output())
            .build().toJson();
    }

    private static String graph() {
        return new NeuralNetConfiguration.Builder().graphBuilder().addInputs("in")
            .addLayer("hidden", new DenseLayer.Builder().nIn(20).nOut(16).activation(Activation.RELU).build(), "in")
            .addLayer("out", output(), "hidden").setOutputs("out").setInputTypes(InputType.feedForward(20))
            .build().toJson();
    }

    private static OutputLayer output() {
        return new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT).nIn(16).nOut(5).activation(Activation.SOFTMAX).build();
    }

    private static Model dl4j(String json) {
        return Modules.find(Model.Factory.class, Key.string("model.name"), "dl4j").create(new MapSettings().with("model.dl4j", json), SHAPE);
    }

    private static void fill(Batch batch, long seed) {
        KeyedRandom random = KeyedRandom.of(seed, "batch");
        for (int i = 0; i < batch.features.length; i++) {
            batch.features[i] = (float) random.nextGaussian();
        }
        for (int n = 0; n < batch.targets.length; n++) {
            batch.targets[n] = random.nextInt(5);
        }
        batch.size = batch.targets.length;
    }

    /** DL4J keeps weights of a dense layer as [input][output] in column-major order, which is [output][input] in ours. */
    @Test
    void theSameNetworkInBothEnginesLearnsTheSame() {
        for (String json : List.of(layers(), graph())) {
            Model theirs = dl4j(json);
            Model ours = new Mlp().create(new MapSettings().with("model.hidden", List.of(16)), SHAPE);
            assertThat(theirs.parameterCount()).isEqualTo(ours.parameterCount());
            float[] ourState = new float[ours.stateCount()];
            ours.initialise(ourState, 3);
            float[] theirState = ourState.clone();
            float[] gradient = new float[ours.parameterCount()];
            Batch batch = new Batch(12, 20);
            Model.Workspace ourSpace = ours.newWorkspace(12);
            Model.Workspace theirSpace = theirs.newWorkspace(12);
            for (int step = 0; step < 20; step++) {
                fill(batch, step);
                float ourLoss = ours.gradient(ourState, gradient, batch, ourSpace, 1);
                descend(ourState, gradient);
                float theirLoss = theirs.gradient(theirState, gradient, batch, theirSpace, 1);
                descend(theirState, gradient);
                assertThat(theirLoss).as("loss of step %d", step).isCloseTo(ourLoss, within(1e-4f));
            }
            Score ourScore = new Score(5);
            Score theirScore = new Score(5);
            ours.score(ourState, batch, ourSpace, ourScore);
            theirs.score(theirState, batch, theirSpace, theirScore);
            assertThat(theirScore.meanLoss()).isCloseTo(ourScore.meanLoss(), within(1e-4));
            assertThat(theirScore.accuracyPercent()).isEqualTo(ourScore.accuracyPercent());
        }
    }

    private static void descend(float[] state, float[] gradient) {
        for (int i = 0; i < gradient.length; i++) {
            state[i] -= 0.1f * gradient[i];
        }
    }

    @Test
    void aSeedGivesTheSameStateEveryTime() {
        Model model = dl4j(layers());
        float[] a = new float[model.stateCount()];
        float[] b = new float[model.stateCount()];
        float[] other = new float[model.stateCount()];
        model.initialise(a, 7);
        model.initialise(b, 7);
        model.initialise(other, 8);
        assertThat(a).isEqualTo(b).isNotEqualTo(other);
    }

    @Test
    void trainsLikeAnyModel() throws InterruptedException {
        Model model = dl4j(layers());
        Batch data = new Batch(60, 20);
        fill(data, 1);
        Samples samples = Samples.ofFloats(SHAPE, data.features, data.targets);
        float[] state = new float[model.stateCount()];
        model.initialise(state, 1);
        LocalTraining training = new LocalTraining(model, samples, new MapSettings().with("training.local-steps", 20).with("training.lr", 0.2), 1, 0);
        ComputeSlots slots = new ComputeSlots(1);
        double first = training.train(state, 0, slots).meanLoss();
        double last = first;
        for (int round = 1; round < 10; round++) {
            last = training.train(state, round, slots).meanLoss();
        }
        assertThat(last).isLessThan(first / 2);
    }

    @Test
    void textThatIsNoNetworkIsAnErrorForTheUser() {
        assertThatThrownBy(() -> dl4j("{\"no\": 1}")).isInstanceOf(UserError.class).hasMessageContaining("model.dl4j");
        assertThatThrownBy(() -> dl4j("/no/such/file.json")).isInstanceOf(UserError.class).hasMessageContaining("/no/such/file.json");
    }

    @Test
    void convolutionsAreComputedByOneDnnOnTheCallingThread() {
        dl4j(layers());
        MultiLayerNetwork network = new MultiLayerNetwork(new NeuralNetConfiguration.Builder().list()
            .layer(new ConvolutionLayer.Builder(3, 3).nOut(4).build())
            .layer(new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT).nOut(5).activation(Activation.SOFTMAX).build())
            .setInputType(InputType.convolutional(8, 8, 1)).build());
        network.init();
        assertThat(network.getLayer(0).getHelper()).isNotNull();
        assertThat(network.getLayer(0).getHelper().getClass().getSimpleName()).isEqualTo("MKLDNNConvHelper");
        assertThat(Nd4j.getEnvironment().maxThreads()).isEqualTo(1);
        assertThat(new Dl4jReport().lines()).singleElement().asString().contains("with oneDNN, 1 thread");
    }
}
