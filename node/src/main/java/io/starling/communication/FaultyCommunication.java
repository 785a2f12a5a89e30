package io.starling.communication;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongSupplier;

/** A node's end of the network where what arrives is treated as {@link NetworkConditions} say. */
final class FaultyCommunication implements Communication {
    private final Communication communication;
    private final NetworkConditions conditions;
    private final LongSupplier nanoClock;
    /** What has arrived but is late; used by the node's thread only, like all that receives. */
    private final PriorityQueue<Late> late = new PriorityQueue<>();
    private final Map<Integer, Way> ways = new HashMap<>();
    private long arrivals;

    /** What is known of the messages of one peer. */
    private static final class Way {
        private long messages;
        private long lastNanos;
        private boolean used;
    }

    /** Something that is to be seen at a time. */
    private record Late(long nanos, long number, Event event) implements Comparable<Late> {
        @Override
        public int compareTo(Late other) {
            return nanos != other.nanos ? Long.signum(nanos - other.nanos) : Long.compare(number, other.number);
        }
    }

    FaultyCommunication(Communication communication, NetworkConditions conditions, LongSupplier nanoClock) {
        this.communication = communication;
        this.conditions = conditions;
        this.nanoClock = nanoClock;
    }

    @Override
    public Event receive(Deadline deadline) throws InterruptedException {
        while (true) {
            Event arrived = communication.receive(untilNextIsDue(deadline));
            if (arrived != null) {
                meetFate(arrived);
            }
            if (isOneDue()) {
                return late.remove().event();
            }
            if (arrived == null && deadline.hasPassed()) {
                return null;
            }
        }
    }

    private Deadline untilNextIsDue(Deadline deadline) {
        return late.isEmpty() ? deadline : deadline.within(Duration.ofNanos(Math.max(0, late.peek().nanos() - nanoClock.getAsLong())));
    }

    private boolean isOneDue() {
        return !late.isEmpty() && late.peek().nanos() - nanoClock.getAsLong() <= 0;
    }

    private void meetFate(Event event) {
        if (event instanceof Event.Arrived arrived) {
            int sender = arrived.message().sender();
            NetworkConditions.Fate fate = conditions.fate(sender, node(), way(sender).messages++);
            for (long delay : fate.delaysNanos()) {
                show(event, way(sender), delay, fate.mayBeOvertaken());
            }
        } else if (event instanceof Event.PeerGone gone) {
            // After all that the peer has sent before.
            show(event, way(gone.peer()), 0, false);
        }
    }

    private void show(Event event, Way way, long delayNanos, boolean mayBeOvertaken) {
        long at = nanoClock.getAsLong() + delayNanos;
        if (!mayBeOvertaken) {
            at = way.used && way.lastNanos - at > 0 ? way.lastNanos : at;
            way.used = true;
            way.lastNanos = at;
        }
        late.add(new Late(at, arrivals++, event));
    }

    private Way way(int peer) {
        return ways.computeIfAbsent(peer, p -> new Way());
    }

    @Override
    public int node() {
        return communication.node();
    }

    @Override
    public Map<Integer, String> connect(Collection<Integer> peers, Deadline deadline) throws InterruptedException {
        return communication.connect(peers, deadline);
    }

    @Override
    public Set<Integer> send(Collection<Integer> peers, Message message, Deadline deadline) throws InterruptedException {
        return communication.send(peers, message, deadline);
    }

    @Override
    public Traffic traffic() {
        return communication.traffic();
    }

    @Override
    public long framingBytes(int payloadBytes) {
        return communication.framingBytes(payloadBytes);
    }

    @Override
    public void close(Deadline deadline) throws InterruptedException {
        communication.close(deadline);
    }

    @Override
    public void close() {
        communication.close();
    }
}
