package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import io.starling.random.KeyedRandom;

/**
 * Sets values to zero with some probability in training, and scales the others up so that the mean stays (Srivastava et al.,
 * JMLR 2014). Which ones is a function of the step's key and the sample's place in the batch.
 */
final class Dropout implements Layer {
    private final Shape shape;
    private final float rate;
    private final int number;

    /** @param number of this layer among the network's dropouts, so that no two drop alike */
    Dropout(Shape shape, double rate, int number) {
        if (!(rate >= 0 && rate < 1)) {
            throw new IllegalArgumentException("a dropout rate of " + rate + " is not in [0, 1)");
        }
        this.shape = shape;
        this.rate = (float) rate;
        this.number = number;
    }

    @Override
    public Shape output() {
        return shape;
    }

    @Override
    public boolean wholeBatch() {
        return shape.kind() != Shape.Kind.IMAGE;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    long key = KeyedRandom.key(pass.key, "dropout", number, n);
                    for (int y = 0; y < shape.height(); y++) {
                        drop(pass.training, key + y, in.rowLength(), in.values(), in.at(n, y, 0), out.values(), out.at(n, y, 0));
                    }
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to && in.hasGradient(); n++) {
                    long key = KeyedRandom.key(pass.key, "dropout", number, n);
                    for (int y = 0; y < shape.height(); y++) {
                        drop(true, key + y, in.rowLength(), out.gradient(), out.gradientAt(n, y, 0), in.gradient(), in.gradientAt(n, y, 0));
                    }
                }
            }
        };
    }

    /** Drawn anew for the backward pass: cheaper than remembering. */
    private void drop(boolean training, long key, int n, float[] x, int xAt, float[] y, int yAt) {
        if (!training) {
            System.arraycopy(x, xAt, y, yAt, n);
            return;
        }
        float factor = 1 / (1 - rate);
        for (int i = 0; i < n; i++) {
            y[yAt + i] = uniform(key, i) < rate ? 0 : x[xAt + i] * factor;
        }
    }

    /** The i-th number of SplitMix64's stream, in [0, 1). */
    private static float uniform(long key, int i) {
        long z = key + (i + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return ((z ^ z >>> 31) >>> 40) * 0x1.0p-24f;
    }
}
