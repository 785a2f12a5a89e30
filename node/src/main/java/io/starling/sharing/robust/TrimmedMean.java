package io.starling.sharing.robust;

import java.util.Arrays;

/**
 * Every parameter on its own: the mean of the node's own and its neighbours' values without the largest and the smallest ones, as many of each as there may
 * be liars; or without all but the middle, the median.
 *
 * @see <a href="https://proceedings.mlr.press/v80/yin18a.html">Yin, Chen, Ramchandran, Bartlett: Byzantine-robust distributed learning: towards
 *     optimal statistical rates, ICML 2018</a>
 */
final class TrimmedMean implements RobustRule {
    private final boolean median;

    TrimmedMean(boolean median) {
        this.median = median;
    }

    @Override
    public void average(float[] own, float[][] others, float[] weights, int liars) {
        int count = others.length + 1;
        int most = (count - 1) / 2;
        // Messages may be missing; the middle is always left.
        int trimmed = median ? most : Math.min(liars, most);
        float[] values = new float[count];
        for (int i = 0; i < own.length; i++) {
            for (int j = 0; j < others.length; j++) {
                values[j] = others[j][i];
            }
            values[count - 1] = own[i];
            Arrays.sort(values);
            double sum = 0;
            for (int rank = trimmed; rank < count - trimmed; rank++) {
                sum += values[rank];
            }
            own[i] = (float) (sum / (count - 2 * trimmed));
        }
    }

    @Override
    public int neighboursNeeded(int liars) {
        return 2 * liars;
    }
}
