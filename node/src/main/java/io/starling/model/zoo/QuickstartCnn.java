package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** Two small convolutions and a dense layer: 5,994 parameters on MNIST, trained in seconds. */
public final class QuickstartCnn implements Model.Factory {
    @Override
    public String name() {
        return "cnn";
    }

    @Override
    public String doc() {
        return "A small CNN for a first run: conv 5x5 8, pool, conv 5x5 16, pool, dense.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ZooKeys.KERNELS);
    }

    @Override
    public Model create(Settings settings, SampleShape shape) {
        ZooKeys.needClasses(name(), shape);
        ZooKeys.needImage(name(), shape, 16);
        return NetworkBuilder.images(shape, ZooKeys.kernels(settings))
            .conv(8, 5, 1, 0).relu().maxPool(2)
            .conv(16, 5, 1, 0).relu().maxPool(2)
            .flatten().dense(shape.classes()).softmaxCrossEntropy();
    }
}
