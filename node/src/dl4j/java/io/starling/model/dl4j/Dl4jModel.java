package io.starling.model.dl4j;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.Score;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A network of DL4J as a model.
 *
 * <p>The configuration is a {@code MultiLayerConfiguration} or a {@code ComputationGraphConfiguration} with one input and one output, in
 * DL4J's JSON. Training, sharing and results are this project's: of the JSON, the updater and regularisation are not used, as DL4J
 * applies those in its own training loop. The state is in DL4J's order of parameters, which is not PyTorch's.
 *
 * <p>DL4J's networks hold their parameters and are not thread-safe, so every workspace has a network of its own. Native operations
 * are told to use one thread each: nodes are what runs in parallel here.
 */
public final class Dl4jModel implements Model {
    private final Dl4jNetwork.Maker maker;
    private final SampleShape shape;
    private final List<Parameter> parameters;
    private final int count;

    Dl4jModel(String json, SampleShape shape) {
        NativeSetup.prepare();
        maker = Dl4jNetwork.maker(json);
        this.shape = shape;
        parameters = describe(maker.make(1).parameterTable());
        Parameter last = parameters.get(parameters.size() - 1);
        count = last.offset() + last.size();
    }

    /** A network that does not fit the samples is found out here, and not by every node in its first round. */
    private void check() {
        Batch batch = new Batch(1, shape.size());
        batch.size = 1;
        try {
            gradient(maker.make(1).parameters().toFloatVector(), new float[count], batch, newWorkspace(1), 0);
        } catch (RuntimeException e) {
            throw new UserError(Factory.JSON + " is a network that cannot be used with samples of " + shape + ": " + e.getMessage(), e);
        }
    }

    private static List<Parameter> describe(Map<String, INDArray> table) {
        List<Parameter> parameters = new ArrayList<>();
        int at = 0;
        for (Map.Entry<String, INDArray> entry : table.entrySet()) {
            long[] dimensions = entry.getValue().shape();
            int[] shape = new int[dimensions.length];
            for (int i = 0; i < shape.length; i++) {
                shape[i] = Math.toIntExact(dimensions[i]);
            }
            Parameter parameter = new Parameter(entry.getKey(), at, shape, true);
            parameters.add(parameter);
            at += parameter.size();
        }
        return List.copyOf(parameters);
    }

    @Override
    public int parameterCount() {
        return count;
    }

    @Override
    public int stateCount() {
        return count;
    }

    @Override
    public List<Parameter> parameters() {
        return parameters;
    }

    @Override
    public void initialise(float[] state, long seed) {
        System.arraycopy(maker.make(seed).parameters().toFloatVector(), 0, state, 0, count);
    }

    @Override
    public Workspace newWorkspace(int batchCapacity) {
        return new Memory(maker.make(1), batchCapacity);
    }

    private record Memory(Dl4jNetwork network, int batchCapacity) implements Workspace {
    }

    @Override
    public float gradient(float[] state, float[] gradient, Batch batch, Workspace workspace, long key) {
        Dl4jNetwork network = ((Memory) workspace).network;
        network.parameters().data().setData(state);
        double loss = network.computeGradient(features(batch), targets(batch));
        // DL4J sums over the batch, and divides in the updater that is not used here.
        float share = 1f / batch.size;
        float[] sums = network.gradient().toFloatVector();
        for (int i = 0; i < count; i++) {
            gradient[i] = sums[i] * share;
        }
        return (float) loss;
    }

    @Override
    public void score(float[] state, Batch batch, Workspace workspace, Score score) {
        Dl4jNetwork network = ((Memory) workspace).network;
        network.parameters().data().setData(state);
        float[] output = network.output(features(batch)).dup('c').data().asFloat();
        int outputs = output.length / batch.size;
        for (int n = 0; n < batch.size; n++) {
            if (shape.classes() == 0) {
                double error = output[n] - batch.targets[n];
                score.addRegression(batch.targets[n], output[n], error * error);
            } else {
                int best = 0;
                for (int c = 1; c < outputs; c++) {
                    best = output[n * outputs + c] > output[n * outputs + best] ? c : best;
                }
                int target = (int) batch.targets[n];
                score.addClassification(target, best, -Math.log(Math.max(output[n * outputs + target], Float.MIN_NORMAL)));
            }
        }
    }

    private INDArray features(Batch batch) {
        long[] dimensions = new long[shape.dimensions().length + 1];
        dimensions[0] = batch.size;
        for (int i = 1; i < dimensions.length; i++) {
            dimensions[i] = shape.dimensions()[i - 1];
        }
        return Nd4j.create(Arrays.copyOf(batch.features, batch.size * shape.size()), dimensions, 'c');
    }

    private INDArray targets(Batch batch) {
        int columns = Math.max(1, shape.classes());
        float[] values = new float[batch.size * columns];
        for (int n = 0; n < batch.size; n++) {
            if (shape.classes() > 0) {
                values[n * columns + (int) batch.targets[n]] = 1;
            } else {
                values[n] = batch.targets[n];
            }
        }
        return Nd4j.create(values, new long[] {batch.size, columns}, 'c');
    }

    /** {@code model.name = dl4j}. */
    public static final class Factory implements Model.Factory {
        static final Key<String> JSON = Key.string("model.dl4j")
            .doc("DL4J's JSON of the network, or the path of a file with it, on any Hadoop file system: a MultiLayerConfiguration, or a ComputationGraphConfiguration with one input and one output.");

        @Override
        public String name() {
            return "dl4j";
        }

        @Override
        public String doc() {
            return "Any network of DL4J, given as its JSON.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(JSON.optional());
        }

        @Override
        public Map<Key<String>, String> fileTexts(Settings settings, UnaryOperator<String> read) {
            String given = settings.get(JSON).trim();
            if (isJson(given)) {
                return Map.of();
            }
            try {
                return Map.of(JSON, read.apply(given));
            } catch (UncheckedIOException e) {
                throw new UserError(JSON + " = " + given + " cannot be read: " + e.getCause() + ". Give the path of a file, or the JSON itself between \"\"\".", e);
            }
        }

        private static boolean isJson(String text) {
            return text.startsWith("{");
        }

        @Override
        public Model create(Settings settings, SampleShape shape) {
            String given = settings.get(JSON).trim();
            if (!isJson(given)) {
                throw new UserError(JSON + " is not a network's JSON as DL4J writes it: it starts with " + given.substring(0, Math.min(20, given.length())) + ".");
            }
            Dl4jModel model;
            try {
                model = new Dl4jModel(given, shape);
            } catch (RuntimeException e) {
                // DL4J has no exception of its own for JSON that it cannot read.
                throw new UserError(JSON + " is not a network's JSON as DL4J writes it: " + e + ".", e);
            }
            model.check();
            return model;
        }
    }
}
