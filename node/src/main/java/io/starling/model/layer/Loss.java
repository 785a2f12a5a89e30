package io.starling.model.layer;

import io.starling.engine.Volume;
import io.starling.model.Score;

/** What a network's last output is compared with. */
interface Loss {
    /** Returns the mean loss over the first {@code size} samples, and fills the prediction's gradient. */
    float gradient(Volume prediction, float[] targets, int size);

    /** Adds each of the first {@code size} samples to the score. */
    void score(Volume prediction, float[] targets, int size, Score score);
}
