package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.engine.ScratchPool;
import io.starling.engine.ScratchPool.Scratch;
import io.starling.sharing.averaging.Averaging;
import io.starling.sharing.averaging.Averaging.Part;
import io.starling.sharing.domain.Domain;
import io.starling.sharing.importance.Importance;
import io.starling.sharing.selection.Selection;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the model in every message: the loop that all partial sharing methods of the thesis have in common (algorithms 6
 * to 11), over parts that make the difference.
 *
 * <pre>
 *            ┌─ message ────────────────────────────────────────────────┐   ┌─ average ──────────────────────┐
 * state ──> domain ──> importance ──> selection ──> indices and values ──>  averaging ──> domain⁻¹ ──> state
 * </pre>
 *
 * The node keeps its coefficients as they were after the last averaging, then after training, so that the parts see what
 * changed; all else is scratch memory.
 */
final class PartialSharing implements Sharing {
    private final Domain domain;
    private final Importance importance;
    private final Selection selection;
    private final Averaging averaging;
    private final Budget budget;
    private final SparseMessage wire;
    private final ShareCounter counter;
    private final ScratchPool pool;
    private final int size;
    private final float[] coefficients;

    PartialSharing(Context context, Domain domain, Importance importance, Selection selection, Averaging averaging, Budget budget,
                   SparseMessage wire) {
        this.domain = domain;
        this.importance = importance;
        this.selection = selection;
        this.averaging = averaging;
        this.budget = budget;
        this.wire = wire;
        pool = context.scratch();
        size = domain.size();
        counter = ShareCounter.of(context.settings(), size);
        coefficients = new float[size];
        try (Scratch scratch = pool.borrow()) {
            domain.forward(context.initial(), coefficients, scratch);
        }
    }

    @Override
    public Content message(float[] state, int round, int degree) {
        try (Scratch scratch = pool.borrow()) {
            float[] trained = scratch.floats(size);
            domain.forward(state, trained, scratch);
            float[] score = null;
            if (selection.usesScores()) {
                score = scratch.floats(size);
                importance.score(coefficients, trained, score);
            }
            int[] chosen = scratch.ints(size + 1);
            int count = selection.choose(score, size, budget.alpha(round), round, chosen, scratch);
            importance.chosen(chosen, count, coefficients, trained);
            counter.count(chosen, count);
            System.arraycopy(trained, 0, coefficients, 0, size);

            float[] values = scratch.floats(count);
            for (int i = 0; i < count; i++) {
                values[i] = trained[chosen[i]];
            }
            return wire.write(chosen, count, values, round, degree);
        }
    }

    @Override
    public void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage {
        try (Scratch scratch = pool.borrow()) {
            List<Part> parts = new ArrayList<>();
            for (Message message : received) {
                parts.add(wire.read(message, mixing, scratch));
            }
            float[] averaged = scratch.floats(size);
            System.arraycopy(coefficients, 0, averaged, 0, size);
            averaging.average(averaged, size, parts, scratch);
            domain.inverse(averaged, state, scratch);
            // Not every vector of coefficients is the transform of a model, so what the model's are has to be asked again.
            domain.forward(state, averaged, scratch);
            importance.averaged(coefficients, averaged);
            System.arraycopy(averaged, 0, coefficients, 0, size);
        }
    }

    @Override
    public List<float[]> memory() {
        List<float[]> memory = new ArrayList<>(List.of(coefficients));
        memory.addAll(importance.memory());
        memory.addAll(selection.memory());
        memory.addAll(counter.memory());
        return memory;
    }

    @Override
    public float[] shareCounts() {
        return counter.counts();
    }
}
