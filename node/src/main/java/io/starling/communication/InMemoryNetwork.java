package io.starling.communication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A network in the memory of one JVM, for tests: the promises of {@link Communication} without sockets, on any
 * {@link NetworkTime}, and as bad as {@link NetworkConditions} say.
 *
 * <pre>{@code
 * InMemoryNetwork network = new InMemoryNetwork(NetworkConditions.PERFECT.withLoss(0.05).withSeed(7), NetworkTime.real());
 * Transport here = network.transport("here");
 * Transport there = network.transport("there");
 * }</pre>
 *
 * <p>Each transport stands for one executor: closing it without closing its nodes' ends first is the crash of that executor.
 * {@link #cut} and {@link #mend} break and repair the connection of two nodes.
 *
 * <p>Bytes are counted as if the messages had been framed; there are no handshakes to be counted.
 */
public final class InMemoryNetwork implements AutoCloseable {
    /** How much one node may have under way to another, and how much one may keep of another's. */
    static final long ROOM_BYTES = 4 << 20;

    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();
    private final NetworkConditions conditions;
    private final NetworkTime time;

    // Guarded by the lock.
    private final Map<Address, InMemoryCommunication> ends = new HashMap<>();
    private final Map<Edge, Way> ways = new HashMap<>();
    private final Set<Edge> cuts = new HashSet<>();
    private int transports;

    /** From one node to another. */
    private record Edge(int from, int to) {
        private static Edge undirected(int a, int b) {
            return new Edge(Math.min(a, b), Math.max(a, b));
        }
    }

    /** What is under way from one node to another; it outlives links, so that what came over an old one stays before what comes over the next. */
    private static final class Way {
        private long messages;
        private long bytesUnderWay;
        private long lastArrivalNanos = Long.MIN_VALUE;
        /** How often it was cut; what was under way then does not arrive. */
        private int cuts;
        /** What may not be overtaken, in order: timers for the same moment may go off in any. */
        private final Deque<Runnable> inOrder = new ArrayDeque<>();
    }

    /** A network without faults. */
    public InMemoryNetwork() {
        this(NetworkConditions.PERFECT, NetworkTime.real());
    }

    public InMemoryNetwork(NetworkConditions conditions, NetworkTime time) {
        this.conditions = conditions;
        this.time = time;
        if (time instanceof VirtualTime virtual) {
            virtual.onAdvance(this::wakeAll);
        }
    }

    /** An executor's part of this network. */
    public Transport transport(String host) {
        lock.lock();
        try {
            return new InMemoryTransport(this, host, ++transports);
        } finally {
            lock.unlock();
        }
    }

    /** Breaks the connection of two nodes: both are told, what is under way is lost, and there is no new one until it is mended. */
    public void cut(int a, int b) {
        lock.lock();
        try {
            cuts.add(Edge.undirected(a, b));
            way(a, b).cuts++;
            way(b, a).cuts++;
            for (InMemoryCommunication end : List.copyOf(ends.values())) {
                InMemoryCommunication other = end.node() == a ? end.linkTo(b) : null;
                if (other != null) {
                    end.unlink(other);
                    other.unlink(end);
                    end.tellGone(b, false, "the connection was cut");
                    other.tellGone(a, false, "the connection was cut");
                }
            }
        } finally {
            lock.unlock();
        }
    }

    public void mend(int a, int b) {
        lock.lock();
        try {
            cuts.remove(Edge.undirected(a, b));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Cuts these nodes off from all others that are open now. */
    public void partition(Set<Integer> side) {
        Set<Integer> all = new HashSet<>();
        lock.lock();
        try {
            ends.values().forEach(end -> all.add(end.node()));
        } finally {
            lock.unlock();
        }
        for (int a : side) {
            for (int b : all) {
                if (!side.contains(b)) {
                    cut(a, b);
                }
            }
        }
    }

    /** Mends every cut. */
    public void heal() {
        lock.lock();
        try {
            cuts.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what is under way. Transports are closed by their owners. */
    @Override
    public void close() {
        time.close();
    }

    // ---------------------------------------------------------------- for the ends, which hold the lock

    void add(Address address, InMemoryCommunication end) {
        ends.put(address, end);
        changed.signalAll();
    }

    void remove(Address address) {
        ends.remove(address);
        changed.signalAll();
    }

    /** Who is at an address and can be reached from a node, or null. */
    InMemoryCommunication reach(int from, Address address) {
        return cuts.contains(Edge.undirected(from, address.node())) ? null : ends.get(address);
    }

    boolean hasRoom(int from, InMemoryCommunication to) {
        return way(from, to.node()).bytesUnderWay < ROOM_BYTES && !to.isFull(from);
    }

    void carry(InMemoryCommunication from, InMemoryCommunication to, Message message) {
        Way way = way(from.node(), to.node());
        long bytes = message.payload().remaining();
        int cutsBefore = way.cuts;
        NetworkConditions.Fate fate = conditions.fate(from.node(), to.node(), way.messages++);
        for (long delay : fate.delaysNanos()) {
            way.bytesUnderWay += bytes;
            arrive(way, delay, fate.mayBeOvertaken(), () -> {
                way.bytesUnderWay -= bytes;
                if (way.cuts == cutsBefore) {
                    to.arrived(message);
                }
            });
        }
    }

    /** Tells an end of another's end, after all that is under way between them. */
    void carryGone(InMemoryCommunication from, InMemoryCommunication to, boolean farewell, String reason) {
        arrive(way(from.node(), to.node()), 0, false, () -> to.gone(from, farewell, reason));
    }

    private void arrive(Way way, long delayNanos, boolean mayBeOvertaken, Runnable action) {
        long now = time.nanoTime();
        long at = mayBeOvertaken ? now + delayNanos : Math.max(now + delayNanos, way.lastArrivalNanos);
        Runnable next = action;
        if (!mayBeOvertaken) {
            way.lastArrivalNanos = at;
            way.inOrder.add(action);
            next = () -> way.inOrder.remove().run();
        }
        if (conditions.maxDelay().isZero()) {
            next.run();
            changed.signalAll();
            return;
        }
        Runnable arrival = next;
        time.runAt(at, () -> {
            lock.lock();
            try {
                arrival.run();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        });
    }

    private Way way(int from, int to) {
        return ways.computeIfAbsent(new Edge(from, to), edge -> new Way());
    }

    private void wakeAll() {
        List<InMemoryCommunication> all;
        lock.lock();
        try {
            all = new ArrayList<>(ends.values());
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        all.forEach(InMemoryCommunication::wake);
    }
}
