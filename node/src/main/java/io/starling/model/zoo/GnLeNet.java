package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** LeNet with group normalisation, the usual model for CIFAR-10 in this field: 89,834 parameters there. */
public final class GnLeNet implements Model.Factory {
    @Override
    public String name() {
        return "gn-lenet";
    }

    @Override
    public String doc() {
        return "The GroupNorm LeNet of the decentralized-learning papers: three 5x5 convolutions of 32, 32 and 64 channels.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ZooKeys.KERNELS);
    }

    @Override
    public Model create(Settings settings, SampleShape shape) {
        ZooKeys.needClasses(name(), shape);
        ZooKeys.needImage(name(), shape, 8);
        return NetworkBuilder.images(shape, ZooKeys.kernels(settings))
            .conv(32, 5, 1, 2).groupNorm(2).relu().maxPool(2)
            .conv(32, 5, 1, 2).groupNorm(2).relu().maxPool(2)
            .conv(64, 5, 1, 2).groupNorm(2).relu().maxPool(2)
            .flatten().dense(shape.classes()).softmaxCrossEntropy();
    }
}
