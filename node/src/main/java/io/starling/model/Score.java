package io.starling.model;

/** How well a model did on some samples; sums, so that batches can be added up. Not thread-safe. */
public final class Score {
    private final long[] rightByClass;
    private final long[] countByClass;
    private long samples;
    private long right;
    private double lossSum;
    private double squaredErrorSum;

    /** @param classes 0 if a number is predicted */
    public Score(int classes) {
        rightByClass = new long[classes];
        countByClass = new long[classes];
    }

    public void addClassification(int target, int predicted, double loss) {
        samples++;
        lossSum += loss;
        countByClass[target]++;
        if (target == predicted) {
            right++;
            rightByClass[target]++;
        }
    }

    public void addRegression(double target, double predicted, double loss) {
        samples++;
        lossSum += loss;
        squaredErrorSum += (target - predicted) * (target - predicted);
    }

    public long samples() {
        return samples;
    }

    /** How many samples of one class there were. */
    public long samples(int target) {
        return countByClass[target];
    }

    public double meanLoss() {
        return samples == 0 ? Double.NaN : lossSum / samples;
    }

    /** Percent of right answers; NaN if a number is predicted. */
    public double accuracyPercent() {
        return samples == 0 || countByClass.length == 0 ? Double.NaN : 100.0 * right / samples;
    }

    /** Percent of right answers among the samples of one class; NaN if there were none. */
    public double accuracyPercent(int target) {
        return countByClass[target] == 0 ? Double.NaN : 100.0 * rightByClass[target] / countByClass[target];
    }

    /** Of predicted numbers; NaN if classes are predicted. */
    public double rootMeanSquaredError() {
        return samples == 0 || countByClass.length > 0 ? Double.NaN : Math.sqrt(squaredErrorSum / samples);
    }
}
