package io.starling.spark.baseline.dl4j;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.SampleShape;
import io.starling.node.RunKeys;
import io.starling.spark.baseline.Baseline;
import io.starling.training.TrainingKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.weights.WeightInit;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** The network that the baseline trains. */
final class Networks {
    /** The key of the model dl4j, which has the same network for the nodes of a run. */
    private static final Key<String> JSON = Key.string("model.dl4j").doc("See the model dl4j.");

    private Networks() {
    }

    static MultiLayerConfiguration of(Settings settings, SampleShape shape, Configuration hadoop) {
        return settings.get(RunKeys.MODEL).equals("dl4j") ? own(settings.get(JSON).strip(), hadoop) : perceptron(settings, shape);
    }

    /** The experiment's own, with the updater that its JSON names. */
    private static MultiLayerConfiguration own(String given, Configuration hadoop) {
        String json = given.startsWith("{") ? given : read(given, hadoop);
        if (json.contains("\"networkInputs\"")) {
            throw new UserError(Baseline.ALGORITHM + " = dl4j takes a MultiLayerConfiguration, but " + JSON + " is a ComputationGraphConfiguration.");
        }
        try {
            return MultiLayerConfiguration.fromJson(json);
        } catch (RuntimeException e) {
            // DL4J has no exception of its own for JSON that it cannot read.
            throw new UserError(JSON + " is not a network's JSON as DL4J writes it: " + e + ".", e);
        }
    }

    private static String read(String file, Configuration hadoop) {
        Path path = new Path(file);
        try (InputStream in = path.getFileSystem(hadoop).open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UserError(JSON + " = " + file + " cannot be read: " + e + ".", e);
        }
    }

    private static MultiLayerConfiguration perceptron(Settings settings, SampleShape shape) {
        if (shape.vocabulary() > 0) {
            throw new UserError(Baseline.ALGORITHM + " = dl4j trains a perceptron here, which cannot read tokens (samples of " + shape
                + "): set model.name = dl4j and model.dl4j to a network that can.");
        }
        var layers = new NeuralNetConfiguration.Builder().seed(settings.get(RunKeys.SEED)).weightInit(WeightInit.XAVIER)
            .updater(new Sgd(settings.get(TrainingKeys.LEARNING_RATE))).list();
        List<Integer> hidden = settings.get(Baseline.HIDDEN);
        for (int size : hidden) {
            layers.layer(new DenseLayer.Builder().nOut(size).activation(Activation.RELU).build());
        }
        layers.layer(shape.classes() > 0
            ? new OutputLayer.Builder(LossFunction.MCXENT).nOut(shape.classes()).activation(Activation.SOFTMAX).build()
            : new OutputLayer.Builder(LossFunction.MSE).nOut(1).activation(Activation.IDENTITY).build());
        int[] dimensions = shape.dimensions();
        return layers.setInputType(dimensions.length == 3 ? InputType.convolutional(dimensions[1], dimensions[2], dimensions[0])
            : InputType.feedForward(shape.size())).build();
    }
}
