package io.starling.node.sampler;

import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;

/**
 * A model in a few numbers, whose distances are about those of the models: every parameter is added to, or taken off, one of them
 * (feature hashing, Weinberger et al., ICML 2009). The same seed gives the same sketch of the same model on every node.
 */
final class ModelSketch {
    static final int LENGTH = 128;

    private final long seed;

    ModelSketch(long seed) {
        this.seed = seed;
    }

    ByteBuffer of(float[] state) {
        double[] sums = new double[LENGTH];
        KeyedRandom random = KeyedRandom.of(seed, "model-sketch");
        for (float value : state) {
            long draw = random.nextLong();
            sums[(int) (draw >>> 1) & LENGTH - 1] += (draw & 1) == 0 ? value : -value;
        }
        ByteBuffer bytes = ByteBuffer.allocate(4 * LENGTH);
        for (double sum : sums) {
            bytes.putFloat((float) sum);
        }
        return bytes.flip();
    }

    /** What {@link #of} wrote; null if it is something else, or of a model that has diverged. */
    static float[] read(ByteBuffer bytes) {
        if (bytes.remaining() != 4 * LENGTH) {
            return null;
        }
        float[] sketch = new float[LENGTH];
        bytes.asFloatBuffer().get(sketch);
        for (float value : sketch) {
            if (!Float.isFinite(value)) {
                return null;
            }
        }
        return sketch;
    }

    static double squaredDistance(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < LENGTH; i++) {
            double difference = a[i] - b[i];
            sum += difference * difference;
        }
        return sum;
    }
}
