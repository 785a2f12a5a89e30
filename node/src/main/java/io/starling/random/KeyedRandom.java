package io.starling.random;

/**
 * A random stream that is a function of its key: (seed, purpose, node, round).
 *
 * <p>Whatever draws from it draws the same numbers on every machine and whatever else is running, so results do not
 * depend on the layout of executors or on the order of arrival. The generator is specified here bit by bit and never
 * changes: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) started at a hash of the key.
 *
 * <p>Not thread-safe: a stream belongs to who made it.
 */
public final class KeyedRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;
    private double spareGaussian = Double.NaN;

    private KeyedRandom(long state) {
        this.state = state;
    }

    /** The stream of a key; {@code parts} are usually node and round. */
    public static KeyedRandom of(long seed, String purpose, long... parts) {
        return new KeyedRandom(key(seed, purpose, parts));
    }

    /** The key itself, to hand on to something that derives its own streams. */
    public static long key(long seed, String purpose, long... parts) {
        long hash = mix(seed + GOLDEN);
        for (int i = 0; i < purpose.length(); i++) {
            hash = mix(hash + GOLDEN * (purpose.charAt(i) + 1L));
        }
        for (long part : parts) {
            hash = mix(hash ^ mix(part + GOLDEN));
        }
        return hash;
    }

    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** Uniform in [0, bound), without bias. */
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound " + bound + " is not positive");
        }
        // Lemire's method: the high half of a 32x32-bit product, rejecting the few values that would bias it.
        long product = (nextLong() >>> 32) * bound;
        if (Integer.compareUnsigned((int) product, bound) < 0) {
            int threshold = Integer.remainderUnsigned(-bound, bound);
            while (Integer.compareUnsigned((int) product, threshold) < 0) {
                product = (nextLong() >>> 32) * bound;
            }
        }
        return (int) (product >>> 32);
    }

    /** Uniform in [0, 1), 24 bits. */
    public float nextFloat() {
        return (nextLong() >>> 40) * 0x1.0p-24f;
    }

    /** Uniform in [0, 1), 53 bits. */
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Standard normal, by Marsaglia's polar method. */
    public double nextGaussian() {
        if (!Double.isNaN(spareGaussian)) {
            double spare = spareGaussian;
            spareGaussian = Double.NaN;
            return spare;
        }
        while (true) {
            double u = 2 * nextDouble() - 1;
            double v = 2 * nextDouble() - 1;
            double s = u * u + v * v;
            if (s > 0 && s < 1) {
                double scale = StrictMath.sqrt(-2 * StrictMath.log(s) / s);
                spareGaussian = v * scale;
                return u * scale;
            }
        }
    }

    /** Permutes the array uniformly at random (Fisher-Yates). */
    public void shuffle(int[] array) {
        for (int i = array.length - 1; i > 0; i--) {
            int j = nextInt(i + 1);
            int swap = array[i];
            array[i] = array[j];
            array[j] = swap;
        }
    }

    /** 0 … n-1 in random order. */
    public int[] permutation(int n) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        shuffle(order);
        return order;
    }
}
