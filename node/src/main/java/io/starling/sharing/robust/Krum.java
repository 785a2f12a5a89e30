package io.starling.sharing.robust;

import java.util.Arrays;

/**
 * Takes over the one model, of the node's own and its neighbours', that is nearest to its nearest: with the smallest sum of squared distances to the
 * n − f − 2 models next to it, n being all and f those that may be lies. Ties go to the node's own, then to the lower sender.
 *
 * @see <a href="https://papers.nips.cc/paper/6617">Blanchard, El Mhamdi, Guerraoui, Stainer: Machine learning with adversaries, NeurIPS 2017</a>
 */
final class Krum implements RobustRule {
    @Override
    public void average(float[] own, float[][] others, float[] weights, int liars) {
        int count = others.length + 1;
        double[][] distances = new double[count][count];
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < a; b++) {
                distances[a][b] = Vectors.squaredDistance(model(own, others, a), model(own, others, b), own.length);
                distances[b][a] = distances[a][b];
            }
        }
        int near = Math.max(1, count - liars - 2);
        int best = 0;
        double bestSum = Double.POSITIVE_INFINITY;
        for (int a = 0; a < count; a++) {
            double sum = nearest(distances[a], a, near);
            if (sum < bestSum) {
                bestSum = sum;
                best = a;
            }
        }
        if (best > 0) {
            System.arraycopy(others[best - 1], 0, own, 0, own.length);
        }
    }

    private static float[] model(float[] own, float[][] others, int index) {
        return index == 0 ? own : others[index - 1];
    }

    private static double nearest(double[] distances, int self, int near) {
        double[] toOthers = new double[distances.length - 1];
        for (int b = 0, at = 0; b < distances.length; b++) {
            if (b != self) {
                toOthers[at++] = distances[b];
            }
        }
        Arrays.sort(toOthers);
        return Arrays.stream(toOthers).limit(near).sum();
    }

    @Override
    public int neighboursNeeded(int liars) {
        return 2 * liars + 2;
    }
}
