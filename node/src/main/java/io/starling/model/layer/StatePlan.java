package io.starling.model.layer;

import io.starling.model.Model.Parameter;
import io.starling.random.KeyedRandom;
import java.util.ArrayList;
import java.util.List;

/** The flat state being laid out: parameters and buffers in the order in which layers ask for them. */
final class StatePlan {
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<Start> parameterStarts = new ArrayList<>();
    private final List<Parameter> buffers = new ArrayList<>();
    private final List<Start> bufferStarts = new ArrayList<>();
    private int parameterCount;
    private int bufferCount;

    /** How values start out. */
    sealed interface Start {
        record Constant(float value) implements Start {
        }

        /** Uniform in ±bound. */
        record Uniform(double bound) implements Start {
        }

        record Normal(double deviation) implements Start {
        }
    }

    /** PyTorch's default for weights and biases of dense and convolution layers. */
    static Start fanIn(int inputs) {
        return new Start.Uniform(1 / Math.sqrt(inputs));
    }

    /** Returns where the parameter stands in the state. */
    int parameter(String name, Start start, int... shape) {
        Parameter parameter = new Parameter(name, parameterCount, shape, true);
        parameters.add(parameter);
        parameterStarts.add(start);
        parameterCount = Math.addExact(parameterCount, parameter.size());
        return parameter.offset();
    }

    /** Returns where the buffer stands, counted from the first buffer. */
    int buffer(String name, float start, int... shape) {
        Parameter buffer = new Parameter(name, bufferCount, shape, false);
        buffers.add(buffer);
        bufferStarts.add(new Start.Constant(start));
        bufferCount = Math.addExact(bufferCount, buffer.size());
        return buffer.offset();
    }

    int parameterCount() {
        return parameterCount;
    }

    int stateCount() {
        return parameterCount + bufferCount;
    }

    List<Parameter> entries() {
        List<Parameter> all = new ArrayList<>(parameters);
        for (Parameter b : buffers) {
            all.add(new Parameter(b.name(), parameterCount + b.offset(), b.shape(), false));
        }
        return List.copyOf(all);
    }

    /** Each parameter has its own stream, so that changing one layer of a model does not change how the others start. */
    void initialise(float[] state, long seed) {
        List<Start> starts = new ArrayList<>(parameterStarts);
        starts.addAll(bufferStarts);
        List<Parameter> entries = entries();
        for (int p = 0; p < entries.size(); p++) {
            Parameter parameter = entries.get(p);
            KeyedRandom random = KeyedRandom.of(seed, "parameters", p);
            for (int i = parameter.offset(); i < parameter.offset() + parameter.size(); i++) {
                state[i] = draw(starts.get(p), random);
            }
        }
    }

    private static float draw(Start start, KeyedRandom random) {
        if (start instanceof Start.Uniform uniform) {
            return (float) ((2 * random.nextDouble() - 1) * uniform.bound());
        }
        if (start instanceof Start.Normal normal) {
            return (float) (random.nextGaussian() * normal.deviation());
        }
        return ((Start.Constant) start).value();
    }
}
