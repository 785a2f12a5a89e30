package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** Dense layers with ReLU between them. One hidden layer of 128 gives 101,770 parameters on MNIST. */
public final class Mlp implements Model.Factory {
    static final Key<List<Integer>> HIDDEN = Key.integers("model.hidden").orElse(List.of(128))
        .check(sizes -> sizes.stream().allMatch(n -> n > 0), "sizes of at least 1")
        .doc("Sizes of the hidden layers, from the input to the output.");

    @Override
    public String name() {
        return "mlp";
    }

    @Override
    public String doc() {
        return "Dense layers with ReLU between them, on samples of any shape.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(HIDDEN, ZooKeys.KERNELS);
    }

    @Override
    public Model create(Settings settings, SampleShape shape) {
        ZooKeys.needClasses(name(), shape);
        NetworkBuilder network = NetworkBuilder.vectors(shape, ZooKeys.kernels(settings));
        for (int size : settings.get(HIDDEN)) {
            network.dense(size).relu();
        }
        return network.dense(shape.classes()).softmaxCrossEntropy();
    }
}
