package io.starling.spark.checkpoint;

import io.starling.node.Checkpoints;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The checkpoints of a run's nodes, on the file system of its results: {@code checkpoints/<node>/<rounds>}.
 *
 * <p>A file appears complete or not at all. Neighbours may be a round apart each, so the last ones of all nodes need not be of the same round;
 * the newest round of which every node has one is what a run can be resumed from. So a node keeps its last two, and what others may not have yet.
 */
public final class CheckpointFolder {
    private static final int KEPT = 2;

    private final FileSystem files;
    private final Path folder;
    private final IntSupplier outdated;
    private final BeforeKeeping before;

    /** What must be done before a checkpoint can be relied on. */
    @FunctionalInterface
    public interface BeforeKeeping {
        void run() throws IOException, InterruptedException;
    }

    public CheckpointFolder(String resultsPath, Configuration hadoop) throws IOException {
        this(resultsPath, hadoop, () -> 0, () -> { });
    }

    /**
     * @param outdated checkpoints of fewer rounds than this are not needed any more
     * @param before   writes the results up to a checkpoint
     */
    public CheckpointFolder(String resultsPath, Configuration hadoop, IntSupplier outdated, BeforeKeeping before) throws IOException {
        this.before = before;
        this.outdated = outdated;
        folder = new Path(resultsPath, "checkpoints");
        files = folder.getFileSystem(hadoop);
    }

    /** Forgets what was kept after the newest round of which every node has a sound checkpoint; returns that, 0 if there is none. */
    public int rewind(int nodes) throws IOException {
        TreeSet<Integer> common = new TreeSet<>(rounds(0));
        for (int node = 1; node < nodes; node++) {
            common.retainAll(rounds(node));
        }
        while (!common.isEmpty() && !areSound(nodes, common.last())) {
            common.pollLast();
        }
        int last = common.isEmpty() ? 0 : common.last();
        for (int node = 0; node < nodes; node++) {
            for (int later : rounds(node).tailSet(last, false)) {
                files.delete(file(node, later), false);
            }
        }
        return last;
    }

    private boolean areSound(int nodes, int rounds) {
        for (int node = 0; node < nodes; node++) {
            try (FSDataInputStream in = files.open(file(node, rounds))) {
                CheckpointFile.check(in.readAllBytes(), node, rounds);
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    /** The rounds of which there is a checkpoint of a node. */
    private TreeSet<Integer> rounds(int node) throws IOException {
        TreeSet<Integer> rounds = new TreeSet<>();
        try {
            for (FileStatus file : files.listStatus(new Path(folder, String.valueOf(node)))) {
                if (file.getPath().getName().matches("\\d+")) {
                    rounds.add(Integer.parseInt(file.getPath().getName()));
                }
            }
        } catch (FileNotFoundException e) {
            return rounds;
        }
        return rounds;
    }

    /** For a node that goes on where the whole run goes on: after so many rounds; 0 begins anew. */
    public Checkpoints resumedAfter(int node, int rounds, int every) {
        return new OfNode(node, every) {
            @Override
            public int restore(List<float[]> memory) throws IOException {
                if (rounds > 0) {
                    read(node, rounds, memory);
                }
                return rounds;
            }
        };
    }

    /** For a node that was lost: its own last checkpoint, if it can be read, in the round in which the others are. */
    public Checkpoints rejoining(int node, int round, int every) {
        return new OfNode(node, every) {
            @Override
            public int restore(List<float[]> memory) throws IOException {
                for (int rounds : rounds(node).descendingSet()) {
                    try {
                        read(node, rounds, memory);
                        return Math.max(round, rounds);
                    } catch (IOException e) {
                        // An older one may be sound; and averaging soon brings even a new model to where the others are.
                        continue;
                    }
                }
                return round;
            }
        };
    }

    private void read(int node, int rounds, List<float[]> memory) throws IOException {
        Path file = file(node, rounds);
        try (FSDataInputStream in = files.open(file)) {
            CheckpointFile.decode(in.readAllBytes(), node, rounds, memory);
        } catch (IOException e) {
            throw new IOException("The checkpoint " + file + " cannot be used: " + e.getMessage(), e);
        }
    }

    private Path file(int node, int rounds) {
        return new Path(new Path(folder, String.valueOf(node)), String.valueOf(rounds));
    }

    /** When a run is over its checkpoints have served. */
    public void delete() throws IOException {
        files.delete(folder, true);
    }

    private abstract class OfNode implements Checkpoints {
        private final int node;
        private final int every;

        private OfNode(int node, int every) {
            this.node = node;
            this.every = every;
        }

        @Override
        public void keep(int rounds, List<float[]> memory) throws IOException {
            if (every == 0 || rounds % every != 0) {
                return;
            }
            try {
                before.run();
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted");
            }
            Path hidden = new Path(file(node, rounds).getParent(), "_" + rounds);
            try (FSDataOutputStream out = files.create(hidden, true)) {
                out.write(CheckpointFile.encode(node, rounds, memory));
            }
            files.delete(file(node, rounds), false);
            if (!files.rename(hidden, file(node, rounds))) {
                throw new IOException("cannot rename " + hidden);
            }
            List<Integer> old = new ArrayList<>(rounds(node).descendingSet());
            for (int before : old.subList(Math.min(old.size(), KEPT), old.size())) {
                if (before < outdated.getAsInt()) {
                    files.delete(file(node, before), false);
                }
            }
        }
    }
}
