package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.ArrayList;
import java.util.List;

/**
 * Several chains of layers over the same input, whose outputs are added (a residual connection) or put one after another by
 * channel. A chain without layers hands the input on.
 */
final class Branches implements Layer {
    private final Shape input;
    private final Shape output;
    private final List<List<Layer>> branches;
    private final boolean added;

    private Branches(Shape input, Shape output, List<List<Layer>> branches, boolean added) {
        this.input = input;
        this.output = output;
        this.branches = List.copyOf(branches);
        this.added = added;
    }

    static Branches added(Shape input, List<List<Layer>> branches) {
        Shape shape = output(input, branches.get(0));
        for (List<Layer> branch : branches) {
            if (!output(input, branch).equals(shape)) {
                throw new IllegalArgumentException("branches that are to be added give " + shape + " and " + output(input, branch));
            }
        }
        return new Branches(input, shape, branches, true);
    }

    static Branches concatenated(Shape input, List<List<Layer>> branches) {
        Shape shape = output(input, branches.get(0));
        int channels = 0;
        for (List<Layer> branch : branches) {
            Shape one = output(input, branch);
            if (one.kind() != shape.kind() || one.height() != shape.height() || one.width() != shape.width()) {
                throw new IllegalArgumentException("branches that are to be put together give " + shape + " and " + one);
            }
            channels += one.channels();
        }
        return new Branches(input, new Shape(shape.kind(), channels, shape.height(), shape.width()), branches, false);
    }

    private static Shape output(Shape input, List<Layer> branch) {
        return branch.isEmpty() ? input : branch.get(branch.size() - 1).output();
    }

    @Override
    public Shape output() {
        return output;
    }

    @Override
    public boolean wholeBatch() {
        return branches.stream().flatMap(List::stream).anyMatch(Layer::wholeBatch);
    }

    @Override
    public int inputHalo() {
        return branches.stream().filter(b -> !b.isEmpty()).mapToInt(b -> b.get(0).inputHalo()).max().orElse(0);
    }

    @Override
    public long multiplications() {
        return branches.stream().flatMap(List::stream).mapToLong(Layer::multiplications).sum();
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        List<Branch> parts = new ArrayList<>();
        int channel = 0;
        for (List<Layer> layers : branches) {
            Volume own = in.withOwnGradient(capacity, wholeBatch());
            Chain chain = new Chain(layers, kernels, own, 0, wholeBatch(), capacity);
            parts.add(new Branch(own, chain, channel));
            channel += added ? 0 : chain.output().shape().channels();
        }
        return new Work(kernels, in, out, parts);
    }

    /** @param channel of the output at which it starts */
    private record Branch(Volume in, Chain chain, int channel) {
    }

    private final class Work implements Unit {
        private final Kernels kernels;
        private final Volume in;
        private final Volume out;
        private final List<Branch> parts;

        Work(Kernels kernels, Volume in, Volume out, List<Branch> parts) {
            this.kernels = kernels;
            this.in = in;
            this.out = out;
            this.parts = parts;
        }

        @Override
        public void load(Pass pass) {
            for (int b = 0; b < parts.size(); b++) {
                parts.get(b).chain.load(pass);
            }
        }

        @Override
        public void forward(Pass pass, int from, int to) {
            for (int b = 0; b < parts.size(); b++) {
                Branch branch = parts.get(b);
                branch.chain.forward(pass, from, to);
                for (int n = from; n < to; n++) {
                    for (int y = 0; y < output.height(); y++) {
                        gather(branch, b == 0, n, y);
                    }
                }
            }
        }

        private void gather(Branch branch, boolean first, int n, int y) {
            Volume part = branch.chain.output();
            if (!added) {
                for (int x = 0; x < output.width(); x++) {
                    System.arraycopy(part.values(), part.at(n, y, x), out.values(), out.at(n, y, x) + branch.channel, part.shape().channels());
                }
            } else if (first) {
                System.arraycopy(part.values(), part.at(n, y, 0), out.values(), out.at(n, y, 0), out.rowLength());
            } else {
                kernels.add(out.rowLength(), part.values(), part.at(n, y, 0), out.values(), out.at(n, y, 0), out.values(), out.at(n, y, 0));
            }
        }

        @Override
        public void backward(Pass pass, int from, int to) {
            for (int b = 0; b < parts.size(); b++) {
                Branch branch = parts.get(b);
                for (int n = from; n < to; n++) {
                    for (int y = 0; y < output.height(); y++) {
                        handOut(branch, n, y);
                    }
                }
                branch.chain.backward(pass, from, to);
                for (int n = from; n < to && in.hasGradient(); n++) {
                    for (int y = 0; y < input.height(); y++) {
                        collect(branch.in, b == 0, in.gradientAt(n, y, 0), branch.in.gradientAt(n, y, 0));
                    }
                }
            }
        }

        private void handOut(Branch branch, int n, int y) {
            Volume part = branch.chain.output();
            if (!part.hasGradient()) {
                return;
            }
            if (added) {
                System.arraycopy(out.gradient(), out.gradientAt(n, y, 0), part.gradient(), part.gradientAt(n, y, 0), out.rowLength());
                return;
            }
            for (int x = 0; x < output.width(); x++) {
                System.arraycopy(out.gradient(), out.gradientAt(n, y, x) + branch.channel, part.gradient(), part.gradientAt(n, y, x),
                    part.shape().channels());
            }
        }

        private void collect(Volume own, boolean first, int to, int from) {
            if (first) {
                System.arraycopy(own.gradient(), from, in.gradient(), to, in.rowLength());
            } else {
                kernels.add(in.rowLength(), own.gradient(), from, in.gradient(), to, in.gradient(), to);
            }
        }

        @Override
        public void storeGradient(Pass pass) {
            for (int b = 0; b < parts.size(); b++) {
                parts.get(b).chain.storeGradient(pass);
            }
        }
    }
}
