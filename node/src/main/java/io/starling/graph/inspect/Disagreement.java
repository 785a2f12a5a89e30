package io.starling.graph.inspect;

import io.starling.random.KeyedRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of the disagreement between nodes is left, at worst, after some rounds of averaging: ‖W_T ⋯ W_1 − 11ᵀ/n‖₂, the
 * largest singular value off the mean. 0 is exact agreement; one minus it is the spectral gap, which for a symmetric W is
 * the familiar 1 − |λ₂|.
 *
 * <p>Found by the Lanczos method on BᵀB, B = (I − 11ᵀ/n) W_T ⋯ W_1, with full reorthogonalisation, without ever forming
 * a matrix. It is exact after as many steps as nodes and usually much earlier.
 *
 * @see <a href="https://doi.org/10.6028/jres.045.026">Lanczos: An iteration method for the solution of the eigenvalue
 *     problem of linear differential and integral operators, 1950</a>; Golub, Van Loan: Matrix Computations, chapter 10
 */
final class Disagreement {
    private static final int MAX_STEPS = 1024;
    /** Steps over which the estimate must not have changed. */
    private static final int STEADY = 12;

    private final List<MixingMatrix> rounds;

    private Disagreement(List<MixingMatrix> rounds) {
        this.rounds = rounds;
    }

    static double after(List<MixingMatrix> rounds) {
        return new Disagreement(rounds).largestSingularValue();
    }

    private double largestSingularValue() {
        int n = rounds.get(0).nodes();
        if (n == 1) {
            return 0;
        }
        List<double[]> basis = new ArrayList<>();
        List<Double> diagonal = new ArrayList<>();
        List<Double> beside = new ArrayList<>();
        basis.add(start(n));
        double estimate = 0;
        int steady = 0;
        while (true) {
            double[] last = basis.get(basis.size() - 1);
            double[] next = backAndForth(last);
            diagonal.add(dot(last, next));
            double before = estimate;
            estimate = largestEigenvalue(diagonal, beside);
            steady = Math.abs(estimate - before) <= 1e-13 * estimate ? steady + 1 : 0;
            orthogonalise(next, basis);
            double length = Math.sqrt(dot(next, next));
            if (steady >= STEADY || length <= 1e-13 * estimate || basis.size() >= Math.min(n - 1, MAX_STEPS)) {
                return Math.sqrt(Math.max(0, estimate));
            }
            beside.add(length);
            scale(next, 1 / length);
            basis.add(next);
        }
    }

    private static double[] start(int n) {
        KeyedRandom random = KeyedRandom.of(0, "graph.lanczos");
        double[] start = new double[n];
        for (int i = 0; i < n; i++) {
            start[i] = random.nextGaussian();
        }
        subtractMean(start);
        scale(start, 1 / Math.sqrt(dot(start, start)));
        return start;
    }

    /** BᵀB x. */
    private double[] backAndForth(double[] x) {
        for (MixingMatrix round : rounds) {
            x = round.times(x);
        }
        subtractMean(x);
        for (int i = rounds.size() - 1; i >= 0; i--) {
            x = rounds.get(i).transposedTimes(x);
        }
        subtractMean(x);
        return x;
    }

    /** Twice, because once loses digits where it cancels. */
    private static void orthogonalise(double[] x, List<double[]> basis) {
        for (int pass = 0; pass < 2; pass++) {
            for (double[] b : basis) {
                double along = dot(x, b);
                for (int i = 0; i < x.length; i++) {
                    x[i] -= along * b[i];
                }
            }
        }
    }

    /** Of a symmetric tridiagonal matrix, by bisection: the smallest bound that all eigenvalues are below. */
    private static double largestEigenvalue(List<Double> diagonal, List<Double> beside) {
        double low = diagonal.get(0);
        double high = low;
        for (int i = 0; i < diagonal.size(); i++) {
            double radius = (i > 0 ? beside.get(i - 1) : 0) + (i < beside.size() ? beside.get(i) : 0);
            high = Math.max(high, diagonal.get(i) + radius);
            low = Math.max(low, diagonal.get(i));
        }
        while (high - low > 1e-15 * Math.abs(high)) {
            double middle = (low + high) / 2;
            if (middle == low || middle == high) {
                break;
            }
            if (allBelow(middle, diagonal, beside)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Sylvester: all eigenvalues are below the bound if all pivots of T − bound·I are negative. */
    private static boolean allBelow(double bound, List<Double> diagonal, List<Double> beside) {
        double pivot = diagonal.get(0) - bound;
        for (int i = 1; i < diagonal.size() && pivot < 0; i++) {
            pivot = diagonal.get(i) - bound - beside.get(i - 1) * beside.get(i - 1) / pivot;
        }
        return pivot < 0;
    }

    private static void subtractMean(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value;
        }
        double mean = sum / x.length;
        for (int i = 0; i < x.length; i++) {
            x[i] -= mean;
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void scale(double[] x, double factor) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= factor;
        }
    }
}
