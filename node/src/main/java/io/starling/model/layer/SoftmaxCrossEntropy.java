package io.starling.model.layer;

import io.starling.engine.Volume;
import io.starling.model.Score;

/** Classification: the target is a class number. */
final class SoftmaxCrossEntropy implements Loss {
    @Override
    public float gradient(Volume logits, float[] targets, int size) {
        int classes = logits.shape().channels();
        double loss = 0;
        for (int n = 0; n < size; n++) {
            loss += gradient(classes, logits.values(), logits.at(n), (int) targets[n], logits.gradient(), logits.gradientAt(n), 1f / size);
        }
        return (float) (loss / size);
    }

    private static double gradient(int classes, float[] z, int at, int target, float[] d, int dAt, float factor) {
        float largest = z[at + largest(classes, z, at)];
        double sum = 0;
        for (int c = 0; c < classes; c++) {
            double e = Math.exp(z[at + c] - largest);
            d[dAt + c] = (float) e;
            sum += e;
        }
        float scale = (float) (factor / sum);
        for (int c = 0; c < classes; c++) {
            d[dAt + c] *= scale;
        }
        d[dAt + target] -= factor;
        return Math.log(sum) - (z[at + target] - largest);
    }

    @Override
    public void score(Volume logits, float[] targets, int size, Score score) {
        int classes = logits.shape().channels();
        float[] z = logits.values();
        for (int n = 0; n < size; n++) {
            int at = logits.at(n);
            int best = largest(classes, z, at);
            double sum = 0;
            for (int c = 0; c < classes; c++) {
                sum += Math.exp(z[at + c] - z[at + best]);
            }
            int target = (int) targets[n];
            score.addClassification(target, best, Math.log(sum) - (z[at + target] - z[at + best]));
        }
    }

    private static int largest(int classes, float[] z, int at) {
        int best = 0;
        for (int c = 1; c < classes; c++) {
            if (z[at + c] > z[at + best]) {
                best = c;
            }
        }
        return best;
    }
}
