package io.starling.engine;

import io.starling.dataset.Batch;
import io.starling.model.Model;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * An executor's right to compute: nodes are many, cores few.
 *
 * <p>A node computes only while it holds a slot; activations, gradients and scratch belong to the slot, not to the node, so
 * a node's own state is its parameters, optimizer and sharing state. Slots are given in the order asked for.
 */
public final class ComputeSlots {
    private final Semaphore free;
    private final Deque<Slot> idle = new ArrayDeque<>();
    private final ScratchPool scratch = new ScratchPool();

    public ComputeSlots(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " compute slots; there must be at least one");
        }
        free = new Semaphore(count, true);
        for (int i = 0; i < count; i++) {
            idle.push(new Slot());
        }
    }

    /**
     * Waits for a slot and takes it; to be closed after use. Computing always ends, so this wait does too; it gives up
     * after an hour all the same, naming the fact.
     */
    public Slot acquire() throws InterruptedException {
        if (!free.tryAcquire(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("no compute slot came free within an hour; " + free.getQueueLength() + " nodes are waiting");
        }
        synchronized (idle) {
            return idle.pop();
        }
    }

    /** Arrays for whoever computes something else than a model's gradient, while holding a slot. */
    public ScratchPool scratch() {
        return scratch;
    }

    /** One slot with its scratch memory. Used by one thread at a time. */
    public final class Slot implements AutoCloseable {
        private final Map<Model, Scratch> scratch = new IdentityHashMap<>();

        private Slot() {
        }

        /** The scratch memory for a model, for batches of at least this size. */
        public Scratch scratch(Model model, int batchSize, int featuresPerSample) {
            Scratch present = scratch.get(model);
            if (present == null || present.batch.capacity() < batchSize) {
                present = new Scratch(model.newWorkspace(batchSize), new float[model.parameterCount()],
                    new Batch(batchSize, featuresPerSample));
                scratch.put(model, present);
            }
            return present;
        }

        /** Gives the slot back. */
        @Override
        public void close() {
            synchronized (idle) {
                idle.push(this);
            }
            free.release();
        }
    }

    /** What a step needs beside the node's own state. */
    public record Scratch(Model.Workspace workspace, float[] gradient, Batch batch) {
    }
}
