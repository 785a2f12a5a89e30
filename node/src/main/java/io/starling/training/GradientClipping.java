package io.starling.training;

/** Limits a gradient before the optimizer sees it, by its length or value by value. */
final class GradientClipping {
    private final float norm;
    private final float value;

    /** Zero means no limit. */
    GradientClipping(double norm, double value) {
        this.norm = (float) norm;
        this.value = (float) value;
    }

    void apply(float[] gradient, int n) {
        if (value > 0) {
            for (int i = 0; i < n; i++) {
                gradient[i] = Math.max(-value, Math.min(value, gradient[i]));
            }
        }
        if (norm > 0) {
            double length = length(gradient, n);
            if (length > norm) {
                float factor = (float) (norm / length);
                for (int i = 0; i < n; i++) {
                    gradient[i] *= factor;
                }
            }
        }
    }

    /** Several sums at once, as an addition has to wait for the one before. */
    private static double length(float[] gradient, int n) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            a += (double) gradient[i] * gradient[i];
            b += (double) gradient[i + 1] * gradient[i + 1];
            c += (double) gradient[i + 2] * gradient[i + 2];
            d += (double) gradient[i + 3] * gradient[i + 3];
        }
        for (; i < n; i++) {
            a += (double) gradient[i] * gradient[i];
        }
        return Math.sqrt(a + b + (c + d));
    }
}
