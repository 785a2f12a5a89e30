package io.starling.model.dl4j;

import java.util.Map;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.ndarray.INDArray;

/** What {@link Dl4jModel} needs of DL4J's two kinds of network, which have it under different names. */
interface Dl4jNetwork {
    /** The flat parameters; live. */
    INDArray parameters();

    Map<String, INDArray> parameterTable();

    /** Forward and backward pass with the present parameters; returns the mean loss. */
    double computeGradient(INDArray features, INDArray targets);

    /** The flat gradient of the last {@link #computeGradient}, summed over the batch. */
    INDArray gradient();

    INDArray output(INDArray features);

    /** Makes a network whose parameters start as the seed says. */
    interface Maker {
        Dl4jNetwork make(long seed);
    }

    /** Reads the JSON once, to see which kind it is and that it can be read. */
    static Maker maker(String json) {
        if (json.contains("\"networkInputs\"")) {
            ComputationGraphConfiguration.fromJson(json);
            return seed -> {
                ComputationGraphConfiguration configuration = ComputationGraphConfiguration.fromJson(json);
                configuration.getDefaultConfiguration().setSeed(seed);
                return of(new ComputationGraph(configuration));
            };
        }
        MultiLayerConfiguration.fromJson(json);
        return seed -> {
            MultiLayerConfiguration configuration = MultiLayerConfiguration.fromJson(json);
            configuration.getConfs().forEach(layer -> layer.setSeed(seed));
            return of(new MultiLayerNetwork(configuration));
        };
    }

    private static Dl4jNetwork of(MultiLayerNetwork network) {
        network.init();
        return new Dl4jNetwork() {
            @Override
            public INDArray parameters() {
                return network.params();
            }

            @Override
            public Map<String, INDArray> parameterTable() {
                return network.paramTable();
            }

            @Override
            public double computeGradient(INDArray features, INDArray targets) {
                network.setInput(features);
                network.setLabels(targets);
                network.computeGradientAndScore();
                return network.score();
            }

            @Override
            public INDArray gradient() {
                return network.getFlattenedGradients();
            }

            @Override
            public INDArray output(INDArray features) {
                return network.output(features, false);
            }
        };
    }

    private static Dl4jNetwork of(ComputationGraph network) {
        network.init();
        return new Dl4jNetwork() {
            @Override
            public INDArray parameters() {
                return network.params();
            }

            @Override
            public Map<String, INDArray> parameterTable() {
                return network.paramTable();
            }

            @Override
            public double computeGradient(INDArray features, INDArray targets) {
                network.setInputs(features);
                network.setLabels(targets);
                network.computeGradientAndScore();
                return network.score();
            }

            @Override
            public INDArray gradient() {
                return network.getFlattenedGradients();
            }

            @Override
            public INDArray output(INDArray features) {
                return network.outputSingle(false, features);
            }
        };
    }
}
