package io.starling.node;

import io.starling.sharing.Sharing;
import io.starling.training.LocalTraining;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

/** What a node must not forget: its arrays, and the {@link Checkpoints} that keep them. */
final class NodeMemory {
    private final Checkpoints checkpoints;
    private final RoundMeter meter;
    private final List<float[]> arrays = new ArrayList<>();
    /** How long the node has been running: whole seconds, and milliseconds. */
    private final float[] clock = new float[2];

    /** @param more what the role remembers beside */
    NodeMemory(Node.Context context, RoundMeter meter, float[] state, LocalTraining training, Sharing sharing, List<float[]> more) {
        this.meter = meter;
        checkpoints = context.checkpoints();
        arrays.add(clock);
        arrays.add(state);
        arrays.addAll(training.optimizer().memory());
        arrays.addAll(sharing.memory());
        arrays.addAll(more);
    }

    /** The round to begin with, the arrays being as they were after the one before it. */
    int firstRound() throws IOException {
        int round = checkpoints.restore(arrays);
        meter.hasRunBefore((long) clock[0] * 1000 + (long) clock[1]);
        return round;
    }

    /** A checkpoint that cannot be written costs safety, not the run. */
    void after(int round) {
        clock[0] = meter.elapsedMillis() / 1000;
        clock[1] = meter.elapsedMillis() % 1000;
        try {
            checkpoints.keep(round + 1, arrays);
        } catch (InterruptedIOException e) {
            // Some file systems take the interrupt of a thread that is told to stop for their own.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            meter.failure("unkept", -1, 0, "the checkpoint after " + (round + 1) + " rounds could not be written: " + e.getMessage());
        }
    }
}
