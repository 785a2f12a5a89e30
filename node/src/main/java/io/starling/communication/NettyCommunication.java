package io.starling.communication;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's end of the network over TCP.
 *
 * <p>There are two kinds of threads here: the node's own, which waits on {@link #changed} for what it needs, and the
 * transport's event loops, which never wait. Both hold {@link #lock} for a few instructions only; nothing is written to or
 * closed while it is held.
 */
final class NettyCommunication implements Communication {
    private static final Logger LOG = LoggerFactory.getLogger(NettyCommunication.class);
    /** Where a run begins all nodes connect at once, and a peer with a lower id opens its links unasked. */
    private static final Duration KNOCK_PATIENCE = Duration.ofSeconds(2);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Bounds the work for a node that in the course of a run meets all others. */
    private static final int TENDED_AT_ONCE = 32;

    private final NettyTransport transport;
    private final int node;
    private final int incarnation;
    private final AddressBook addresses;
    private final TcpOptions options;
    private final FrameWriter writer;
    private final TrafficCounter traffic = new TrafficCounter();
    private final Inbox inbox;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Integer, Peer> peers = new HashMap<>();
    /** All links that are not closed yet, also those whose peer has said goodbye. */
    private final Set<Link> links = new HashSet<>();
    /** Where {@link #tendSome} is in its round. */
    private Iterator<Peer> tended;
    private long changes;
    private boolean closing;

    /** What this node knows of another; guarded by the lock. */
    private static final class Peer {
        private final int id;
        private Link link;
        /** The highest incarnation seen. */
        private int incarnation;
        /** Whether this incarnation has said goodbye. */
        private boolean farewell;
        /** Whether this node needs a link, so that a lost one is opened again. */
        private boolean wanted;
        private boolean opening;
        private int failedAttempts;
        /** When to open the link, or to knock for it, not before. */
        private long nextAttemptNanos = System.nanoTime();
        private String problem;
        /** Whether the peer has asked this node, which has the lower id, to open the link. */
        private boolean knocked;
        /** A proven connection that waits for the link before it to be closed. */
        private ListenerHandshake successor;

        private Peer(int id) {
            this.id = id;
        }
    }

    NettyCommunication(NettyTransport transport, int node, int incarnation, AddressBook addresses, TcpOptions options, FrameWriter writer) {
        this.transport = transport;
        this.node = node;
        this.incarnation = incarnation;
        this.addresses = addresses;
        this.options = options;
        this.writer = writer;
        this.inbox = new Inbox(options.inboxBytes(), this::readAgain, traffic::staleDropped);
    }

    @Override
    public int node() {
        return node;
    }

    int incarnation() {
        return incarnation;
    }

    // ---------------------------------------------------------------- the node's thread

    @Override
    public Map<Integer, String> connect(Collection<Integer> wanted, Deadline deadline) throws InterruptedException {
        checkPeers(wanted);
        want(wanted, KNOCK_PATIENCE);
        while (true) {
            long seen = changeCount();
            tend(wanted);
            Map<Integer, String> missing = missing(wanted);
            Set<Integer> left = missing.keySet().stream().filter(this::hasLeft).collect(Collectors.toSet());
            if (missing.size() == left.size() || !awaitChange(seen, deadline)) {
                left.forEach(this::tellLeft);
                return missing;
            }
        }
    }

    private boolean hasLeft(int peer) {
        return isDone(peer) || addresses.hasLeft(peer);
    }

    private void tellLeft(int peer) {
        inbox.put(new Event.PeerGone(peer, true, "it has left the run"));
    }

    private Map<Integer, String> missing(Collection<Integer> wanted) {
        Map<Integer, String> missing = new TreeMap<>();
        lock.lock();
        try {
            for (int id : wanted) {
                Peer peer = peer(id);
                if (peer.link == null) {
                    missing.put(id, problem(peer));
                }
            }
        } finally {
            lock.unlock();
        }
        return missing;
    }

    private String problem(Peer peer) {
        if (peer.problem != null) {
            return peer.problem;
        }
        return peer.id > node ? "no answer yet" : "node " + peer.id + " has the lower id and has not opened its link to node " + node;
    }

    @Override
    public Set<Integer> send(Collection<Integer> receivers, Message message, Deadline deadline) throws InterruptedException {
        checkPeers(receivers);
        if (message.sender() != node || message.incarnation() != incarnation) {
            throw new IllegalArgumentException("node " + node + ", incarnation " + incarnation + ", cannot send a message of node "
                + message.sender() + ", incarnation " + message.incarnation());
        }
        if (receivers.isEmpty()) {
            return Set.of();
        }
        List<ByteBuf> frames = writer.message(message);
        try {
            return send(new LinkedHashSet<>(receivers), message, frames, deadline);
        } finally {
            frames.forEach(ByteBuf::release);
        }
    }

    private Set<Integer> send(Set<Integer> pending, Message message, List<ByteBuf> frames, Deadline deadline) throws InterruptedException {
        want(pending, Duration.ZERO);
        Set<Integer> failed = new LinkedHashSet<>();
        while (true) {
            long seen = changeCount();
            tend(pending);
            for (var each = pending.iterator(); each.hasNext(); ) {
                int receiver = each.next();
                Link link = link(receiver);
                if (link != null && link.isWritable() && link.write(frames)) {
                    traffic.sent(message, frames.size());
                    each.remove();
                } else if (link == null && hasLeft(receiver)) {
                    failed.add(receiver);
                    each.remove();
                    tellLeft(receiver);
                }
            }
            if (pending.isEmpty() || !awaitChange(seen, deadline)) {
                failed.addAll(pending);
                return failed;
            }
        }
    }

    /** Whether a peer has said goodbye and has not been restarted since. */
    private boolean isDone(int id) {
        Address address = addresses.find(id);
        lock.lock();
        try {
            Peer peer = peer(id);
            return peer.farewell && (address == null || address.incarnation() <= peer.incarnation);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Event receive(Deadline deadline) throws InterruptedException {
        return inbox.take(deadline);
    }

    @Override
    public Traffic traffic() {
        return traffic.reading();
    }

    @Override
    public long framingBytes(int payloadBytes) {
        return writer.framingBytes(payloadBytes);
    }

    private void checkPeers(Collection<Integer> ids) {
        if (ids.contains(node)) {
            throw new IllegalArgumentException("node " + node + " has no link to itself");
        }
    }

    /**
     * Notes that this node needs links to these peers.
     *
     * @param patience how long a peer with a lower id has for opening the link by itself before this node knocks
     */
    private void want(Collection<Integer> ids, Duration patience) {
        long knockNanos = System.nanoTime() + patience.toNanos();
        lock.lock();
        try {
            checkOpen();
            for (int id : ids) {
                Peer peer = peer(id);
                if (!peer.wanted && id < node) {
                    peer.nextAttemptNanos = knockNanos;
                }
                peer.wanted = true;
            }
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() {
        if (closing) {
            throw new IllegalStateException("this end of the network of node " + node + ", incarnation " + incarnation + ", is closed");
        }
    }

    private Link link(int id) {
        lock.lock();
        try {
            return peer(id).link;
        } finally {
            lock.unlock();
        }
    }

    private long changeCount() {
        lock.lock();
        try {
            checkOpen();
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something has changed since the count was {@code seen}, or it is time to look into the address book again,
     * which does not say when it changes; false if the deadline has passed.
     */
    private boolean awaitChange(long seen, Deadline deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (deadline.hasPassed()) {
                return false;
            }
            if (changes == seen) {
                changed.awaitNanos(Math.min(LOOK_NANOS, deadline.remainingNanos()));
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** A node that waits for something looks again. */
    void changed() {
        lock.lock();
        try {
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // ---------------------------------------------------------------- opening links

    /** Looks after a few of the links this node needs, the next few each time; called now and then by the transport. */
    void tendSome() {
        List<Integer> some = new ArrayList<>(TENDED_AT_ONCE);
        lock.lock();
        try {
            for (int i = Math.min(TENDED_AT_ONCE, peers.size()); i > 0; i--) {
                if (tended == null || !tended.hasNext()) {
                    tended = List.copyOf(peers.values()).iterator();
                }
                Peer peer = tended.next();
                if (peer.wanted) {
                    some.add(peer.id);
                }
            }
        } finally {
            lock.unlock();
        }
        tend(some);
    }

    /** Opens the links to these peers that are missing, and gives up those to a node that was restarted elsewhere. */
    private void tend(Collection<Integer> ids) {
        for (int id : ids) {
            Address address = addresses.find(id);
            Link outdated = null;
            boolean due = false;
            lock.lock();
            try {
                Peer peer = peer(id);
                if (closing) {
                    return;
                }
                if (address == null) {
                    peer.problem = peer.link == null ? "its address is not known" : null;
                } else if (peer.link != null) {
                    outdated = address.incarnation() > peer.link.peerIncarnation() ? peer.link : null;
                } else {
                    due = isDue(peer, address);
                    peer.opening |= due;
                }
            } finally {
                lock.unlock();
            }
            if (outdated != null) {
                outdated.close("replaced by incarnation " + address.incarnation());
            }
            if (due) {
                transport.dial(this, address);
            }
        }
    }

    private static boolean isDue(Peer peer, Address address) {
        boolean restarted = address.incarnation() > peer.incarnation;
        boolean alive = restarted || (!peer.farewell && address.incarnation() == peer.incarnation);
        return !peer.opening && alive && System.nanoTime() - peer.nextAttemptNanos >= 0;
    }

    /** A peer with a higher id needs a link, which is for this node to open. */
    void knocked(int id) {
        lock.lock();
        try {
            Peer peer = peer(id);
            peer.wanted = true;
            peer.knocked = true;
            peer.nextAttemptNanos = System.nanoTime();
        } finally {
            lock.unlock();
        }
        tend(List.of(id));
    }

    /** The peer has heard the knock; it is asked again if it does not open the link within a while. */
    void heard(Address address) {
        lock.lock();
        try {
            Peer peer = peer(address.node());
            peer.opening = false;
            if (peer.link == null) {
                peer.nextAttemptNanos = System.nanoTime() + options.handshakeTimeout().toNanos();
            }
        } finally {
            lock.unlock();
        }
    }

    /** There are too many calls under way; this one is made when it is looked after again. */
    void postponed(Address address) {
        lock.lock();
        try {
            peer(address.node()).opening = false;
        } finally {
            lock.unlock();
        }
    }

    /** An attempt to open a link has failed; there will be another. */
    void openFailed(Address address, String reason) {
        lock.lock();
        try {
            Peer peer = peer(address.node());
            peer.opening = false;
            peer.problem = reason;
            long pause = options.retry().toNanos() << Math.min(peer.failedAttempts++, 5);
            // Jitter keeps the nodes of an executor from calling a returned one all at the same instant, every time.
            peer.nextAttemptNanos = System.nanoTime() + pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
        } finally {
            lock.unlock();
        }
        LOG.debug("Node {} cannot open its link to node {}: {}", node, address.node(), reason);
    }

    /** The peer has welcomed this node; runs on the connection's event loop. */
    void opened(Connection connection, int id, int peerIncarnation) {
        Link link;
        boolean late;
        lock.lock();
        try {
            link = establish(connection, id, peerIncarnation);
            peer(id).wanted = true;
            late = closing;
        } finally {
            lock.unlock();
        }
        begin(link, connection);
        if (late) {
            link.sayGoodbye();
        }
    }

    /**
     * A proven peer asks for a link to this node; runs on the asking connection's event loop. If there is one, the new one has
     * to wait for its end, so that what came over the old is in the inbox before anything that comes over the new.
     */
    void admit(ListenerHandshake guest) {
        Handshake.Call call = guest.call();
        Connection connection = guest.connection();
        if (!connection.channel().isActive()) {
            return;
        }
        Link old;
        Link link = null;
        ListenerHandshake superseded = null;
        boolean shut;
        boolean stale;
        lock.lock();
        try {
            Peer peer = peer(call.from());
            old = peer.link;
            shut = closing;
            stale = call.fromIncarnation() < peer.incarnation;
            if (!shut && !stale && old == null) {
                link = establish(connection, call.from(), call.fromIncarnation());
            } else if (!shut && !stale) {
                superseded = peer.successor;
                peer.successor = guest;
            }
        } finally {
            lock.unlock();
        }
        if (shut) {
            connection.close("node " + node + " is closing");
        } else if (stale) {
            connection.refuse(Refusal.STALE, "incarnation " + call.fromIncarnation() + " of node " + call.from() + " has been replaced");
        } else if (link != null) {
            // The node's thread may already write to the link; that comes later, since this is the event loop that does it.
            connection.send(FrameHeader.WELCOME, node, incarnation, new byte[0]);
            begin(link, connection);
        } else if (!isEnding(old)) {
            old.close("replaced by a new connection of incarnation " + call.fromIncarnation());
        }
        if (superseded != null) {
            superseded.connection().close("superseded by a newer connection");
        }
    }

    /**
     * Whether a link is about to end by itself, so that whoever is to succeed it waits: the peer may have answered this node's RECESS and
     * called again, and what it sent before that is still to be read.
     */
    private boolean isEnding(Link link) {
        long nanos = link.partingNanos();
        return nanos >= 0 && (nanos < options.handshakeTimeout().toNanos() || inbox.isFull(link.peer()));
    }

    private Link establish(Connection connection, int id, int peerIncarnation) {
        Link link = new Link(connection, this, writer, traffic, transport.corruption(), id, peerIncarnation);
        Peer peer = peer(id);
        peer.link = link;
        peer.incarnation = peerIncarnation;
        peer.farewell = false;
        peer.opening = false;
        peer.knocked = false;
        peer.failedAttempts = 0;
        // A node may need the next link while this one is resting; the time set for another knock was for this one.
        peer.nextAttemptNanos = System.nanoTime();
        peer.problem = null;
        links.add(link);
        return link;
    }

    private void begin(Link link, Connection connection) {
        connection.become(link, traffic);
        inbox.expect(link.peer(), link.peerIncarnation());
        changed();
    }

    // ---------------------------------------------------------------- what links report, on their event loops

    /** False if no more of this peer's messages are to be read for the time being. */
    boolean arrived(Message message) {
        return inbox.put(message);
    }

    boolean isFull(int peer) {
        return inbox.isFull(peer);
    }

    /** Adds how long no message has used each link that takes a file descriptor. */
    void addIdleNanos(long now, Map<Link, Long> idleNanos) {
        lock.lock();
        try {
            for (Peer peer : peers.values()) {
                if (peer.link != null && peer.link.isSocket()) {
                    idleNanos.put(peer.link, now - peer.link.lastUseNanos());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Those of the links that take a file descriptor. */
    int socketCount() {
        lock.lock();
        try {
            return (int) links.stream().filter(Link::isSocket).count();
        } finally {
            lock.unlock();
        }
    }

    int linkCount() {
        lock.lock();
        try {
            return links.size();
        } finally {
            lock.unlock();
        }
    }

    private void readAgain(int peer) {
        Link link = link(peer);
        if (link != null) {
            link.readAgain();
        }
    }

    /** The peer has said its last over this link: goodbye if it is done, otherwise until it needs the link again. */
    void parted(Link link, boolean farewell) {
        lock.lock();
        try {
            Peer peer = peer(link.peer());
            if (peer.link == link) {
                peer.link = null;
                peer.wanted = peer.knocked;
                peer.farewell = farewell;
                peer.problem = farewell ? "it has said goodbye" : null;
            }
        } finally {
            lock.unlock();
        }
        if (farewell) {
            inbox.put(new Event.PeerGone(link.peer(), true, "goodbye"));
        }
        afterLink(link.peer());
    }

    /** The link's connection is no more. */
    void closed(Link link, boolean parted, String reason) {
        if (!parted) {
            inbox.put(new Event.PeerGone(link.peer(), false, reason));
            LOG.debug("Node {} has lost its {}: {}", node, link, reason);
        }
        lock.lock();
        try {
            links.remove(link);
            Peer peer = peer(link.peer());
            if (peer.link == link) {
                peer.link = null;
                peer.problem = "the link was lost, " + reason;
            }
        } finally {
            lock.unlock();
        }
        afterLink(link.peer());
    }

    /** Does what had to wait for the end of a link. */
    private void afterLink(int id) {
        ListenerHandshake successor;
        boolean knocked;
        lock.lock();
        try {
            Peer peer = peer(id);
            successor = peer.successor;
            peer.successor = null;
            knocked = peer.knocked && peer.link == null;
        } finally {
            lock.unlock();
        }
        changed();
        if (successor != null) {
            successor.connection().channel().eventLoop().execute(() -> admit(successor));
        } else if (knocked) {
            tend(List.of(id));
        }
    }

    private Peer peer(int id) {
        return peers.computeIfAbsent(id, Peer::new);
    }

    // ---------------------------------------------------------------- the end

    @Override
    public void close(Deadline deadline) throws InterruptedException {
        try {
            startClosing().forEach(Link::sayGoodbye);
            awaitLinksClosed(deadline);
        } finally {
            abort("closed before the peer has said goodbye");
        }
    }

    /** What arrives from now on is read, so that the goodbyes come through, but not kept. */
    private List<Link> startClosing() {
        transport.closing(this);
        inbox.close();
        List<Link> open;
        lock.lock();
        try {
            closing = true;
            open = List.copyOf(links);
        } finally {
            lock.unlock();
        }
        changed();
        open.forEach(Link::readAgain);
        return open;
    }

    private void awaitLinksClosed(Deadline deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!links.isEmpty() && !deadline.hasPassed()) {
                changed.awaitNanos(deadline.remainingNanos());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes what is left, without a goodbye. */
    void abort(String reason) {
        startClosing().forEach(link -> link.close(reason));
    }

    @Override
    public void close() {
        try {
            close(Deadline.after(options.closeTimeout()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
