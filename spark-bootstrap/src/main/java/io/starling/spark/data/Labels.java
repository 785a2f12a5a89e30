package io.starling.spark.data;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;

/** Samples grouped by label; all in one group if the target is a number to be predicted. */
record Labels(int classes) implements RankedSamples.GroupOf {
    static Labels of(SampleShape shape) {
        return new Labels(shape.classes());
    }

    int groups() {
        return Math.max(1, classes);
    }

    @Override
    public int of(Sample sample) {
        if (classes == 0) {
            return 0;
        }
        int label = sample.label();
        if (label != sample.target() || label < 0 || label >= classes) {
            throw new UserError("A sample has the label " + sample.target() + ", but labels go from 0 to " + (classes - 1)
                + ": is dataset.classes = " + classes + " right?");
        }
        return label;
    }
}
