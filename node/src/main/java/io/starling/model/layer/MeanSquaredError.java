package io.starling.model.layer;

import io.starling.engine.Volume;
import io.starling.model.Score;

/** Regression: the target is a number, the prediction the first and only output. */
final class MeanSquaredError implements Loss {
    @Override
    public float gradient(Volume prediction, float[] targets, int size) {
        double loss = 0;
        for (int n = 0; n < size; n++) {
            float error = prediction.values()[prediction.at(n)] - targets[n];
            prediction.gradient()[prediction.gradientAt(n)] = 2 * error / size;
            loss += (double) error * error;
        }
        return (float) (loss / size);
    }

    @Override
    public void score(Volume prediction, float[] targets, int size, Score score) {
        for (int n = 0; n < size; n++) {
            double error = prediction.values()[prediction.at(n)] - targets[n];
            score.addRegression(targets[n], prediction.values()[prediction.at(n)], error * error);
        }
    }
}
