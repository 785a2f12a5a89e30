package io.starling.engine;

import static io.starling.engine.VectorKernels.SPECIES;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * exp, tanh and sigmoid lane by lane, of additions, multiplications and shifts only.
 *
 * <p>The Vector API has its own, but the interpreter computes them with other code than the compiler, so that a result would
 * depend on when a method got compiled. Errors are below 3 units in the last place, checked over the whole range by a test.
 */
final class VectorFunctions {
    private static final float LOG2_E = 1.44269504f;
    /** ln 2 in two parts, the first with few bits, so that n·ln 2 is exact enough. */
    private static final float LN2_HIGH = 0.693359375f;
    private static final float LN2_LOW = -2.12194440e-4f;
    /** Adding and subtracting this rounds to a whole number. */
    private static final float ROUND = 0x1.8p23f;

    /** 0.625 squared: tanh is a polynomial below. */
    private static final FloatVector SMALL_SQUARE = FloatVector.broadcast(SPECIES, 0.390625f);

    private VectorFunctions() {
    }

    /** e to the x, for x clamped to what a float can hold without going subnormal. */
    static FloatVector exp(FloatVector x) {
        FloatVector clamped = x.max(-87f).min(88f);
        // e^x = 2^n · e^r with |r| ≤ ln 2 / 2; the polynomial is that of Cephes' expf.
        FloatVector shifted = clamped.mul(LOG2_E).add(ROUND);
        FloatVector n = shifted.sub(ROUND);
        FloatVector r = clamped.sub(n.mul(LN2_HIGH)).sub(n.mul(LN2_LOW));
        FloatVector p = FloatVector.broadcast(SPECIES, 1.9875691500e-4f);
        p = p.mul(r).add(1.3981999507e-3f);
        p = p.mul(r).add(8.3334519073e-3f);
        p = p.mul(r).add(4.1665795894e-2f);
        p = p.mul(r).add(1.6666665459e-1f);
        p = p.mul(r).add(5.0000001201e-1f);
        p = p.mul(r).mul(r).add(r).add(1f);
        // The low bits of the shifted number are n: moved into the exponent's place and added there, they multiply by 2^n.
        IntVector exponent = shifted.reinterpretAsInts().lanewise(LSHL, 23);
        return p.reinterpretAsInts().add(exponent).reinterpretAsFloats();
    }

    static FloatVector sigmoid(FloatVector x) {
        FloatVector one = FloatVector.broadcast(SPECIES, 1f);
        return one.div(exp(x.neg()).add(1f));
    }

    /** From e^2x where |x| is large enough for that to be exact, from a polynomial (Cephes' tanhf) around zero. */
    static FloatVector tanh(FloatVector x) {
        FloatVector one = FloatVector.broadcast(SPECIES, 1f);
        FloatVector two = FloatVector.broadcast(SPECIES, 2f);
        FloatVector large = one.sub(two.div(exp(x.add(x)).add(one)));
        FloatVector s = x.mul(x);
        FloatVector p = FloatVector.broadcast(SPECIES, -5.70498872745e-3f);
        p = p.mul(s).add(2.06390887954e-2f);
        p = p.mul(s).add(-5.37397155531e-2f);
        p = p.mul(s).add(1.33314422036e-1f);
        p = p.mul(s).add(-3.33332819422e-1f);
        FloatVector small = p.mul(s).mul(x).add(x);
        return large.blend(small, s.compare(LT, SMALL_SQUARE));
    }
}
