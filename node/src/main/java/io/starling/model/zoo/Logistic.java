package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** Softmax regression: one dense layer. 7,850 parameters on MNIST, 48,670 on FEMNIST. */
public final class Logistic implements Model.Factory {
    @Override
    public String name() {
        return "logistic";
    }

    @Override
    public String doc() {
        return "Softmax regression on samples of any shape.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ZooKeys.KERNELS);
    }

    @Override
    public Model create(Settings settings, SampleShape shape) {
        ZooKeys.needClasses(name(), shape);
        return NetworkBuilder.vectors(shape, ZooKeys.kernels(settings)).dense(shape.classes()).softmaxCrossEntropy();
    }
}
