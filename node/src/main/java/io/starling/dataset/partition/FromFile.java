package io.starling.dataset.partition;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * As a file says: line {@code i} holds the node of the training set's sample {@code i}, counted from 0; {@code -1} leaves the sample
 * out. Lines that begin with {@code #} are comments. Needs four bytes a sample, as it cannot be computed.
 */
public final class FromFile implements Partitioner {
    public static final Key<String> FILE = Key.string("dataset.partition-file").optional()
        .doc("With dataset.partitioner = file: a text with the node of each training sample, one a line; -1 leaves it out.");

    private final String name;
    private final int[] nodeOfSample;

    private FromFile(String name, int[] nodeOfSample) {
        this.name = name;
        this.nodeOfSample = nodeOfSample;
    }

    /** @param name for error messages */
    public static FromFile read(String name, BufferedReader lines) throws IOException {
        int[] nodes = new int[1024];
        int count = 0;
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (count == nodes.length) {
                nodes = Arrays.copyOf(nodes, Math.addExact(count, count / 2));
            }
            try {
                nodes[count++] = Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw new UserError(name + ", line " + number + ": \"" + text + "\" is not the number of a node (dataset.partition-file).");
            }
        }
        return new FromFile(name, Arrays.copyOf(nodes, count));
    }

    @Override
    public Grouping grouping() {
        return Grouping.NONE;
    }

    @Override
    public Assignment assign(Census census, int nodes, long seed) {
        if (nodeOfSample.length != census.total()) {
            throw new UserError(name + " (dataset.partition-file) names the nodes of " + nodeOfSample.length
                + " samples, but the training set has " + census.total() + ".");
        }
        long[] counts = new long[nodes];
        for (int sample = 0; sample < nodeOfSample.length; sample++) {
            int node = nodeOfSample[sample];
            if (node < Assignment.NOBODY || node >= nodes) {
                throw new UserError(name + " (dataset.partition-file) gives sample " + sample + " to node " + node + ", but nodes = " + nodes
                    + ": they go from 0 to " + (nodes - 1) + ", or -1 to leave a sample out.");
            }
            if (node >= 0) {
                counts[node]++;
            }
        }
        for (int node = 0; node < nodes; node++) {
            if (counts[node] == 0) {
                throw new UserError(name + " (dataset.partition-file) gives no sample to node " + node + ".");
            }
        }
        int[] assigned = nodeOfSample;
        return (group, rank) -> assigned[(int) rank];
    }

    /** Chosen by {@code dataset.partitioner = file}. */
    public static final class Factory implements Partitioner.Factory {
        @Override
        public String name() {
            return "file";
        }

        @Override
        public String doc() {
            return "As dataset.partition-file says, sample by sample.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(FILE);
        }

        @Override
        public Partitioner create(Settings settings, Files files) {
            if (!settings.has(FILE)) {
                throw new UserError("dataset.partitioner = file needs dataset.partition-file.");
            }
            String path = settings.get(FILE);
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(files.open(path), StandardCharsets.UTF_8))) {
                return read(path, lines);
            } catch (IOException | IllegalArgumentException e) {
                throw new UserError(path + " (dataset.partition-file) cannot be read: " + e.getMessage(), e);
            }
        }
    }
}
