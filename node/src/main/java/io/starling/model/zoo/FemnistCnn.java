package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** LEAF's model for FEMNIST (Caldas et al. 2018): 1,690,046 parameters there. */
public final class FemnistCnn implements Model.Factory {
    @Override
    public String name() {
        return "femnist-cnn";
    }

    @Override
    public String doc() {
        return "LEAF's CNN for FEMNIST: 5x5 convolutions of 32 and 64 channels, a dense layer of 512.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ZooKeys.KERNELS);
    }

    @Override
    public Model create(Settings settings, SampleShape shape) {
        ZooKeys.needClasses(name(), shape);
        ZooKeys.needImage(name(), shape, 4);
        return NetworkBuilder.images(shape, ZooKeys.kernels(settings))
            .conv(32, 5, 1, 2).relu().maxPool(2)
            .conv(64, 5, 1, 2).relu().maxPool(2)
            .flatten().dense(512).relu().dense(shape.classes()).softmaxCrossEntropy();
    }
}
