package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/** The last vector of a sequence. */
final class LastStep implements Layer {
    private final Shape input;

    LastStep(Shape input) {
        this.input = input;
    }

    @Override
    public Shape output() {
        return Shape.vector(input.channels());
    }

    @Override
    public boolean wholeBatch() {
        return true;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        int last = input.height() - 1;
        int width = input.channels();
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    System.arraycopy(in.values(), in.at(n, last, 0), out.values(), out.at(n), width);
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to && in.hasGradient(); n++) {
                    Arrays.fill(in.gradient(), in.gradientAt(n), in.gradientAt(n, last, 0), 0);
                    System.arraycopy(out.gradient(), out.gradientAt(n), in.gradient(), in.gradientAt(n, last, 0), width);
                }
            }
        };
    }
}
