package io.starling.node;

import io.starling.communication.Message;
import io.starling.engine.ComputeSlots;
import io.starling.sharing.Sharing;
import io.starling.sharing.Sharings;
import io.starling.sharing.robust.Attack;
import java.util.ArrayList;
import java.util.List;

/**
 * Around any sharing method: computes only while holding a compute slot, takes the time, and leaves out messages that
 * cannot be averaged (each is reported; its weight goes to the node's own model, as for one that never came).
 */
final class MeteredSharing implements Sharing {
    private final Sharing sharing;
    private final ComputeSlots slots;
    private final RoundMeter meter;

    private MeteredSharing(Sharing sharing, ComputeSlots slots, RoundMeter meter) {
        this.sharing = sharing;
        this.slots = slots;
        this.meter = meter;
    }

    /**
     * The method that the configuration asks for.
     *
     * @param initial the flat model before the first round
     */
    static Sharing fromSettings(Node.Context context, float[] initial, RoundMeter meter) {
        Sharing sharing = Sharings.create(new Sharing.Context(context.settings(), context.id(), context.seed(), context.topology(), initial,
            context.slots().scratch()), context.model());
        return new MeteredSharing(Attack.sharing(context.settings(), sharing, context.id(), context.seed()), context.slots(), meter);
    }

    @Override
    public Content message(float[] state, int round, int degree) throws InterruptedException {
        long asked = System.nanoTime();
        try (ComputeSlots.Slot slot = slots.acquire()) {
            long began = System.nanoTime();
            Content content = sharing.message(state, round, degree);
            meter.computed(System.nanoTime() - began, began - asked);
            meter.shared(content.parameters());
            return content;
        }
    }

    @Override
    public void average(float[] state, int round, List<Message> received, Mixing mixing) throws InterruptedException {
        long asked = System.nanoTime();
        try (ComputeSlots.Slot slot = slots.acquire()) {
            long began = System.nanoTime();
            averageUsable(state, round, new ArrayList<>(received), mixing);
            meter.computed(System.nanoTime() - began, began - asked);
        }
    }

    private void averageUsable(float[] state, int round, List<Message> received, Mixing mixing) throws InterruptedException {
        while (true) {
            try {
                sharing.average(state, round, received, mixing);
                return;
            } catch (MalformedMessage e) {
                received.removeIf(m -> m.sender() == e.sender());
                meter.missing(e.sender(), 0, e.getMessage());
            }
        }
    }

    @Override
    public List<float[]> memory() {
        return sharing.memory();
    }

    @Override
    public float[] shareCounts() {
        return sharing.shareCounts();
    }
}
