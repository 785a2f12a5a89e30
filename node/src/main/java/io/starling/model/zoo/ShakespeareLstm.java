package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** LEAF's next-character model in DecentralizePy's form: 2,683,708 parameters with 92 characters and sequences of 80. */
public final class ShakespeareLstm implements Model.Factory {
    @Override
    public String name() {
        return "shakespeare-lstm";
    }

    @Override
    public String doc() {
        return "Next character after 80: embedding of 8, two LSTM layers of 256, dense over all steps.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ZooKeys.KERNELS);
    }

    @Override
    public Model create(Settings settings, SampleShape shape) {
        ZooKeys.needClasses(name(), shape);
        ZooKeys.needTokens(name(), shape);
        return NetworkBuilder.vectors(shape, ZooKeys.kernels(settings))
            .embedding(shape.vocabulary(), 8).lstm(256).lstm(256)
            .flatten().relu().dense(shape.classes()).softmaxCrossEntropy();
    }
}
