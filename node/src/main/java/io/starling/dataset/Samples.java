package io.starling.dataset;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Samples in memory: one node's training part, or a test set shared by all nodes of an executor.
 *
 * <p>Pixels stay bytes (a quarter of the memory of floats) and are scaled when they are copied into a batch:
 * {@code feature = byte · scale[channel] + shift[channel]}. Immutable; safe to share between threads.
 */
public final class Samples implements Serializable {
    private static final long serialVersionUID = 1;

    private final SampleShape shape;
    private final byte[] bytes;
    private final float[] scale;
    private final float[] shift;
    private final float[] floats;
    private final float[] targets;

    private Samples(SampleShape shape, byte[] bytes, float[] scale, float[] shift, float[] floats, float[] targets) {
        this.shape = shape;
        this.bytes = bytes;
        this.scale = scale;
        this.shift = shift;
        this.floats = floats;
        this.targets = targets;
        long features = (long) shape.size() * targets.length;
        long given = bytes != null ? bytes.length : floats.length;
        if (features != given) {
            throw new IllegalArgumentException(targets.length + " samples of " + shape + " need " + features + " features, not " + given);
        }
    }

    /** Samples whose features are unsigned bytes; scale and shift have one value a channel (the first dimension). */
    public static Samples ofBytes(SampleShape shape, byte[] features, float[] scale, float[] shift, float[] targets) {
        int channels = shape.dimensions()[0];
        if (scale.length != channels || shift.length != channels) {
            throw new IllegalArgumentException(channels + " channels, but " + scale.length + " scales and " + shift.length + " shifts");
        }
        return new Samples(shape, features, scale, shift, null, targets);
    }

    public static Samples ofFloats(SampleShape shape, float[] features, float[] targets) {
        return new Samples(shape, null, null, null, features, targets);
    }

    public int count() {
        return targets.length;
    }

    public SampleShape shape() {
        return shape;
    }

    public float target(int sample) {
        return targets[sample];
    }

    /** Copies samples {@code order[from] … order[from + count - 1]} into the batch. */
    public void fill(Batch batch, int[] order, int from, int count) {
        for (int i = 0; i < count; i++) {
            copy(order[from + i], batch, i);
        }
        batch.size = count;
    }

    /** Copies the consecutive samples {@code from … from + count - 1} into the batch. */
    public void fill(Batch batch, int from, int count) {
        for (int i = 0; i < count; i++) {
            copy(from + i, batch, i);
        }
        batch.size = count;
    }

    private void copy(int sample, Batch batch, int slot) {
        int size = shape.size();
        int to = slot * size;
        batch.targets[slot] = targets[sample];
        if (floats != null) {
            System.arraycopy(floats, sample * size, batch.features, to, size);
            return;
        }
        int perChannel = size / scale.length;
        int at = sample * size;
        for (int c = 0; c < scale.length; c++) {
            float a = scale[c];
            float b = shift[c];
            for (int end = at + perChannel; at < end; at++) {
                batch.features[to++] = (bytes[at] & 0xFF) * a + b;
            }
        }
    }

    /** How many bytes {@link #write} takes for a sample. */
    int bytesPerSample() {
        return Float.BYTES + shape.size() * (bytes != null ? 1 : Float.BYTES);
    }

    /** A sample as it is in memory, target first; {@link #plus} takes it back. */
    void write(int sample, ByteBuffer out) {
        int size = shape.size();
        out.putFloat(targets[sample]);
        if (bytes != null) {
            out.put(bytes, sample * size, size);
        } else {
            out.asFloatBuffer().put(floats, sample * size, size);
            out.position(out.position() + Float.BYTES * size);
        }
    }

    /** None, of the same kind. */
    Samples none() {
        return new Samples(shape, bytes == null ? null : new byte[0], scale, shift, floats == null ? null : new float[0], new float[0]);
    }

    /** Refuses classes and tokens that there are not, and numbers that are none. */
    void requirePlausible() throws GrowingSamples.NotSamples {
        for (float target : targets) {
            boolean plausible = shape.classes() == 0 ? Float.isFinite(target) : target >= 0 && target < shape.classes() && target == (int) target;
            if (!plausible) {
                throw new GrowingSamples.NotSamples("a sample has the target " + target + ", where there are " + shape.classes() + " classes");
            }
        }
        for (int i = 0; floats != null && i < floats.length; i++) {
            boolean plausible = shape.vocabulary() == 0 ? Float.isFinite(floats[i])
                : floats[i] >= 0 && floats[i] < shape.vocabulary() && floats[i] == (int) floats[i];
            if (!plausible) {
                throw new GrowingSamples.NotSamples("a sample has the feature " + floats[i]);
            }
        }
    }

    /** These and so many more, each as {@link #write} wrote it. */
    Samples plus(ByteBuffer written, int count) {
        int size = shape.size();
        float[] allTargets = Arrays.copyOf(targets, targets.length + count);
        byte[] allBytes = bytes == null ? null : Arrays.copyOf(bytes, bytes.length + count * size);
        float[] allFloats = floats == null ? null : Arrays.copyOf(floats, floats.length + count * size);
        for (int i = targets.length; i < allTargets.length; i++) {
            allTargets[i] = written.getFloat();
            if (allBytes != null) {
                written.get(allBytes, i * size, size);
            } else {
                written.asFloatBuffer().get(allFloats, i * size, size);
                written.position(written.position() + Float.BYTES * size);
            }
        }
        return new Samples(shape, allBytes, scale, shift, allFloats, allTargets);
    }

    /** The same features with other targets. */
    public Samples withTargets(UnaryOperator<Float> change) {
        float[] changed = new float[targets.length];
        for (int i = 0; i < changed.length; i++) {
            changed[i] = change.apply(targets[i]);
        }
        return new Samples(shape, bytes, scale, shift, floats, changed);
    }

    /** How many samples there are of each class. */
    public int[] labelHistogram() {
        int[] histogram = new int[shape.classes()];
        for (float target : targets) {
            histogram[(int) target]++;
        }
        return histogram;
    }
}
