package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/** From token numbers to trained vectors. The row of a padding token, if there is one, starts at zero and is not trained. */
final class Embedding implements Layer {
    private final Shape output;
    private final int vocabulary;
    private final int paddingToken;
    private final int weightsAt;

    /** @param paddingToken -1 if there is none */
    Embedding(String name, Shape input, int vocabulary, int width, int paddingToken, StatePlan state) {
        output = Shape.sequence(input.channels(), width);
        this.vocabulary = vocabulary;
        this.paddingToken = paddingToken;
        weightsAt = state.parameter(name + ".weight", new StatePlan.Start.Normal(1), vocabulary, width);
    }

    @Override
    public Shape output() {
        return output;
    }

    @Override
    public boolean wholeBatch() {
        return true;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        int width = output.channels();
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    for (int t = 0; t < output.height(); t++) {
                        int token = token(in.values()[in.at(n) + t]);
                        if (token == paddingToken) {
                            Arrays.fill(out.values(), out.at(n, t, 0), out.at(n, t, 0) + width, 0);
                        } else {
                            System.arraycopy(pass.state, weightsAt + token * width, out.values(), out.at(n, t, 0), width);
                        }
                    }
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                Arrays.fill(pass.gradient, weightsAt, weightsAt + vocabulary * width, 0);
                for (int n = from; n < to; n++) {
                    for (int t = 0; t < output.height(); t++) {
                        int token = (int) in.values()[in.at(n) + t];
                        if (token != paddingToken) {
                            int row = weightsAt + token * width;
                            kernels.add(width, pass.gradient, row, out.gradient(), out.gradientAt(n, t, 0), pass.gradient, row);
                        }
                    }
                }
            }
        };
    }

    private int token(float value) {
        int token = (int) value;
        if (token < 0 || token >= vocabulary) {
            throw new IllegalArgumentException("a token number of " + value + " with a vocabulary of " + vocabulary);
        }
        return token;
    }
}
