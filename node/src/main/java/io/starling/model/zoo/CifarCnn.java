package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** The classic LeNet on colour images: 62,006 parameters on CIFAR-10. */
public final class CifarCnn implements Model.Factory {
    @Override
    public String name() {
        return "cifar-cnn";
    }

    @Override
    public String doc() {
        return "A plain LeNet: 5x5 convolutions of 6 and 16 channels, three dense layers.";
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
            .conv(6, 5, 1, 0).relu().maxPool(2)
            .conv(16, 5, 1, 0).relu().maxPool(2)
            .flatten().dense(120).relu().dense(84).relu().dense(shape.classes()).softmaxCrossEntropy();
    }
}
