package io.starling.communication;

import io.starling.communication.Communication.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/**
 * What has arrived at a node and was not yet taken out, in order of arrival.
 *
 * <p>Every peer has a share of the room. Putting never waits, or a slow reader would stop the thread that reads for all:
 * whoever fills its share is told so and is to be read no more until {@code roomAgain} is called with it. A message is put even
 * if it is larger than what is left of the share, so one always fits.
 *
 * <p>Safe for use by many threads.
 */
final class Inbox {
    private final long bytesPerPeer;
    private final IntConsumer roomAgain;
    private final Runnable staleDropped;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Event> events = new ArrayDeque<>();
    private final Map<Integer, Share> shares = new HashMap<>();
    private boolean closed;

    private static final class Share {
        private long bytes;
        private int incarnation;
    }

    /**
     * @param roomAgain    told, outside of any lock, of a peer whose share was full and is no longer
     * @param staleDropped told of every message dropped because its sender has been restarted since
     */
    Inbox(long bytesPerPeer, IntConsumer roomAgain, Runnable staleDropped) {
        this.bytesPerPeer = bytesPerPeer;
        this.roomAgain = roomAgain;
        this.staleDropped = staleDropped;
    }

    /** Puts a message, unless it is stale or the inbox is closed; false if its sender's share is now full. */
    boolean put(Message message) {
        lock.lock();
        try {
            Share share = share(message.sender());
            if (closed) {
                return true;
            }
            if (message.incarnation() < share.incarnation) {
                staleDropped.run();
                return true;
            }
            share.incarnation = message.incarnation();
            share.bytes += cost(message);
            events.add(new Event.Arrived(message));
            changed.signalAll();
            return share.bytes < bytesPerPeer;
        } finally {
            lock.unlock();
        }
    }

    void put(Event.PeerGone gone) {
        lock.lock();
        try {
            if (!closed) {
                events.add(gone);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Messages of lower incarnations of this peer, also those that are already here, are not wanted any more. */
    void expect(int peer, int incarnation) {
        lock.lock();
        try {
            Share share = share(peer);
            share.incarnation = Math.max(share.incarnation, incarnation);
        } finally {
            lock.unlock();
        }
    }

    boolean isFull(int peer) {
        lock.lock();
        try {
            return !closed && share(peer).bytes >= bytesPerPeer;
        } finally {
            lock.unlock();
        }
    }

    /** The next event, or null if there is none by the deadline. */
    Event take(Deadline deadline) throws InterruptedException {
        while (true) {
            Event event = next(deadline);
            if (!(event instanceof Event.Arrived arrived)) {
                return event;
            }
            if (accept(arrived.message())) {
                return event;
            }
        }
    }

    private Event next(Deadline deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (events.isEmpty()) {
                if (closed) {
                    throw new IllegalStateException("nothing can be received any more, this end of the network is closed");
                }
                if (deadline.hasPassed()) {
                    return null;
                }
                changed.awaitNanos(deadline.remainingNanos());
            }
            return events.remove();
        } finally {
            lock.unlock();
        }
    }

    /** Gives back a message's room; false if it has become stale while it was here. */
    private boolean accept(Message message) {
        boolean fresh;
        boolean hasRoomAgain;
        lock.lock();
        try {
            Share share = share(message.sender());
            fresh = message.incarnation() >= share.incarnation;
            boolean wasFull = share.bytes >= bytesPerPeer;
            share.bytes -= cost(message);
            hasRoomAgain = wasFull && share.bytes < bytesPerPeer;
        } finally {
            lock.unlock();
        }
        if (hasRoomAgain) {
            roomAgain.accept(message.sender());
        }
        if (!fresh) {
            staleDropped.run();
        }
        return fresh;
    }

    /** Makes waiting takers look at their deadline again, because a clock was moved. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything; from now on what is put is dropped. */
    void close() {
        lock.lock();
        try {
            closed = true;
            events.clear();
            shares.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private Share share(int peer) {
        return shares.computeIfAbsent(peer, p -> new Share());
    }

    /** An empty message also takes memory, so it must also take room. */
    private static long cost(Message message) {
        return message.payload().remaining() + FrameHeader.BYTES;
    }
}
