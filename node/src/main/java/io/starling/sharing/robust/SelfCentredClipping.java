package io.starling.sharing.robust;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Every neighbour moves the model by its weight, but no further than a radius: x_i += Σ_j W_ij clip(x_j − x_i, τ).
 *
 * <p>τ² is the weighted sum of the squared distances of the nearest neighbours, all but as many as may lie, divided by the weight of those left out;
 * with nobody who may lie nothing is clipped, and this is the plain average.
 *
 * @see <a href="https://arxiv.org/abs/2202.01545">He, Karimireddy, Jaggi: Byzantine-robust decentralized learning via ClippedGossip, 2022</a>
 */
final class SelfCentredClipping implements RobustRule {
    @Override
    public void average(float[] own, float[][] others, float[] weights, int liars) {
        double[] distances = new double[others.length];
        for (int j = 0; j < others.length; j++) {
            distances[j] = Vectors.squaredDistance(own, others[j], own.length);
        }
        double radius = radius(distances, weights, Math.min(liars, others.length));
        float[] before = own.clone();
        for (int j = 0; j < others.length; j++) {
            double distance = Math.sqrt(distances[j]);
            float part = (float) (distance <= radius ? weights[j] : weights[j] * (radius / distance));
            for (int i = 0; i < own.length; i++) {
                own[i] += part * (others[j][i] - before[i]);
            }
        }
    }

    private static double radius(double[] squaredDistances, float[] weights, int liars) {
        Integer[] nearest = IntStream.range(0, weights.length).boxed().toArray(Integer[]::new);
        Arrays.sort(nearest, Comparator.comparingDouble(j -> squaredDistances[j]));
        double trusted = 0;
        double leftOut = 0;
        for (int rank = 0; rank < nearest.length; rank++) {
            int j = nearest[rank];
            if (rank < nearest.length - liars) {
                trusted += weights[j] * squaredDistances[j];
            } else {
                leftOut += weights[j];
            }
        }
        return leftOut == 0 ? Double.POSITIVE_INFINITY : Math.sqrt(trusted / leftOut);
    }

    /** More honest ones than liars. */
    @Override
    public int neighboursNeeded(int liars) {
        return 2 * liars + 1;
    }
}
