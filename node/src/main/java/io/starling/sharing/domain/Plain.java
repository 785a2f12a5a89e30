package io.starling.sharing.domain;

import io.starling.engine.ScratchPool.Scratch;

/** The parameters themselves. */
public final class Plain implements Domain {
    private final int size;

    public Plain(int size) {
        this.size = size;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forward(float[] state, float[] coefficients, Scratch scratch) {
        System.arraycopy(state, 0, coefficients, 0, size);
    }

    @Override
    public void inverse(float[] coefficients, float[] state, Scratch scratch) {
        System.arraycopy(coefficients, 0, state, 0, size);
    }
}
