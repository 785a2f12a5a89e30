package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** LEAF's model for CelebA (Caldas et al. 2018): 30,242 parameters on its 84x84 images. */
public final class CelebaCnn implements Model.Factory {
    @Override
    public String name() {
        return "celeba-cnn";
    }

    @Override
    public String doc() {
        return "LEAF's CNN for CelebA: four 3x3 convolutions of 32 channels.";
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
            .conv(32, 3, 1, 1).maxPool(2).relu()
            .conv(32, 3, 1, 1).maxPool(2).relu()
            .conv(32, 3, 1, 1).maxPool(2).relu()
            .conv(32, 3, 1, 1).maxPool(2).relu()
            .flatten().dense(shape.classes()).softmaxCrossEntropy();
    }
}
