package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** LEAF's next-word model in DecentralizePy's form: 4,317,895 parameters with 9,999 words. Word 0 is padding. */
public final class RedditRnn implements Model.Factory {
    @Override
    public String name() {
        return "reddit-rnn";
    }

    @Override
    public String doc() {
        return "Next word: embedding of 200, two LSTM layers of 256, dense of 128 on the last step.";
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
            .embeddingWithPadding(shape.vocabulary(), 200).lstm(256).lstm(256)
            .lastStep().dense(128).relu().dense(shape.classes()).softmaxCrossEntropy();
    }
}
