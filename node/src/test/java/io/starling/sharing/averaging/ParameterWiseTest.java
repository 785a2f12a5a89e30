package io.starling.sharing.averaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.engine.ScratchPool;
import io.starling.random.KeyedRandom;
import io.starling.sharing.averaging.Averaging.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterWiseTest {
    private static final int NODES = 24;
    private static final int DEGREE = 4;
    private static final double ALPHA = 0.1;

    @Test
    void isThePlainMeanOfOwnAndReceived() {
        float[] own = {1, 2, 3, 4};
        new ParameterWise().average(own, 4, List.of(
            new Part(1, 0.5f, 2, new int[] {0, 2}, new float[] {3, 9}),
            new Part(2, 0.1f, 2, new int[] {2, 3}, new float[] {6, 0})), new ScratchPool().borrow());
        assertThat(own).containsExactly(2, 2, 6, 2);
    }

    /** Thesis, equation 30, with the matrices of equations 19 and 26 on a circulant graph, whose eigenvalues are known. */
    @Test
    void eigengapGrowsAsInEquation30() {
        double weighted = 1 - secondEigenvalue(1 - DEGREE * ALPHA / (DEGREE + 1), ALPHA / (DEGREE + 1));
        double parameterWise = 1 - secondEigenvalue(1 / (ALPHA * DEGREE + 1), ALPHA / (ALPHA * DEGREE + 1));
        assertThat(parameterWise / weighted).isCloseTo((DEGREE + 1) / (ALPHA * DEGREE + 1), within(1e-9));
        assertThat(parameterWise / weighted).isCloseTo(3.57, within(0.01));
    }

    /**
     * Equation 26 takes 1/(1 + mean count) for the mean of 1/(1 + count). By what the code does, measured over many masks, a
     * neighbour's mean weight is α · E[1/(2 + others)], and the eigengap grows by 2.26, not 3.57: still a lot.
     */
    @Test
    void eigengapByTheRealAveragingGrowsLess() {
        double weighted = meanNeighbourWeight(new Weighted());
        double parameterWise = meanNeighbourWeight(new ParameterWise());
        assertThat(weighted).isCloseTo(ALPHA / (DEGREE + 1), within(0.001));
        double gapRatio = (1 - secondEigenvalue(1 - DEGREE * parameterWise, parameterWise)) / (1 - secondEigenvalue(1 - DEGREE * weighted, weighted));
        assertThat(gapRatio).isCloseTo(2.26, within(0.1));
    }

    /** Of the matrix with this diagonal, and this weight for the two nodes before and after on a ring. */
    private static double secondEigenvalue(double own, double neighbour) {
        double second = 0;
        for (int k = 1; k < NODES; k++) {
            double angle = 2 * Math.PI * k / NODES;
            second = Math.max(second, Math.abs(own + 2 * neighbour * (Math.cos(angle) + Math.cos(2 * angle))));
        }
        return second;
    }

    /** What a neighbour's 1 adds to a node's 0, the other neighbours having 0 too, on average over random masks. */
    private static double meanNeighbourWeight(Averaging averaging) {
        int size = 200_000;
        float[] own = new float[size];
        List<Part> parts = new ArrayList<>();
        for (int sender = 0; sender < DEGREE; sender++) {
            KeyedRandom random = KeyedRandom.of(5, "masks", sender);
            int[] indices = new int[size];
            float[] values = new float[size];
            int count = 0;
            for (int i = 0; i < size; i++) {
                if (random.nextDouble() < ALPHA) {
                    values[count] = sender == 0 ? 1 : 0;
                    indices[count++] = i;
                }
            }
            parts.add(new Part(sender, 1f / (DEGREE + 1), count, indices, values));
        }
        averaging.average(own, size, parts, new ScratchPool().borrow());
        double sum = 0;
        for (float value : own) {
            sum += value;
        }
        return sum / size;
    }
}
