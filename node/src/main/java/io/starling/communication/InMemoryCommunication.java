package io.starling.communication;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A node's end of an {@link InMemoryNetwork}. Its state is guarded by the network's lock. */
final class InMemoryCommunication implements Communication {
    /** Address books do not say when they change, so who waits for an address looks again this often. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final InMemoryNetwork network;
    private final Address address;
    private final AddressBook addresses;
    private final TrafficCounter traffic = new TrafficCounter();
    private final Inbox inbox = new Inbox(InMemoryNetwork.ROOM_BYTES, peer -> signal(), traffic::staleDropped);
    private final Map<Integer, InMemoryCommunication> links = new HashMap<>();
    /** The highest incarnation seen of each peer. */
    private final Map<Integer, Integer> incarnations = new HashMap<>();
    /** The incarnation of each peer that has said goodbye. */
    private final Map<Integer, Integer> farewells = new HashMap<>();
    private boolean closed;

    InMemoryCommunication(InMemoryNetwork network, Address address, AddressBook addresses) {
        this.network = network;
        this.address = address;
        this.addresses = addresses;
    }

    @Override
    public int node() {
        return address.node();
    }

    int incarnation() {
        return address.incarnation();
    }

    @Override
    public Map<Integer, String> connect(Collection<Integer> peers, Deadline deadline) throws InterruptedException {
        checkPeers(peers);
        network.lock.lockInterruptibly();
        try {
            while (true) {
                Map<Integer, String> missing = new TreeMap<>();
                for (int peer : peers) {
                    String problem = link(peer);
                    if (problem != null) {
                        missing.put(peer, problem);
                    }
                }
                Set<Integer> left = missing.keySet().stream().filter(this::hasLeft).collect(Collectors.toSet());
                if (missing.size() == left.size() || !await(deadline)) {
                    left.forEach(this::tellLeft);
                    return missing;
                }
            }
        } finally {
            network.lock.unlock();
        }
    }

    @Override
    public Set<Integer> send(Collection<Integer> peers, Message message, Deadline deadline) throws InterruptedException {
        checkPeers(peers);
        if (message.sender() != node() || message.incarnation() != incarnation()) {
            throw new IllegalArgumentException("node " + node() + ", incarnation " + incarnation() + ", cannot send a message of node "
                + message.sender() + ", incarnation " + message.incarnation());
        }
        int frames = FrameWriter.frameCount(message.payload().remaining(), FrameHeader.MAX_CHUNK_BYTES);
        Set<Integer> pending = new LinkedHashSet<>(peers);
        Set<Integer> failed = new LinkedHashSet<>();
        network.lock.lockInterruptibly();
        try {
            while (true) {
                for (var each = pending.iterator(); each.hasNext(); ) {
                    int peer = each.next();
                    boolean linked = link(peer) == null;
                    if (linked && network.hasRoom(node(), links.get(peer))) {
                        traffic.sent(message, frames);
                        network.carry(this, links.get(peer), copy(message));
                        each.remove();
                    } else if (!linked && hasLeft(peer)) {
                        failed.add(peer);
                        each.remove();
                        tellLeft(peer);
                    }
                }
                if (pending.isEmpty() || !await(deadline)) {
                    failed.addAll(pending);
                    return failed;
                }
            }
        } finally {
            network.lock.unlock();
        }
    }

    private void checkPeers(Collection<Integer> peers) {
        if (peers.contains(node())) {
            throw new IllegalArgumentException("node " + node() + " has no link to itself");
        }
    }

    /** Every receiver has its own, as over a wire. */
    private static Message copy(Message message) {
        ByteBuffer payload = ByteBuffer.allocate(message.payload().remaining()).put(message.payload().duplicate()).flip();
        return new Message(message.sender(), message.incarnation(), message.round(), message.kind(), message.channel(), message.codec(),
            message.metadataBytes(), payload);
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
        return (long) FrameWriter.frameCount(payloadBytes, FrameHeader.MAX_CHUNK_BYTES) * FrameHeader.BYTES;
    }

    /** Does not wait: the network keeps what is under way, whatever becomes of its sender. */
    @Override
    public void close(Deadline deadline) {
        close();
    }

    @Override
    public void close() {
        network.lock.lock();
        try {
            end(true, "goodbye");
        } finally {
            network.lock.unlock();
        }
    }

    private boolean await(Deadline deadline) throws InterruptedException {
        if (deadline.hasPassed()) {
            return false;
        }
        network.changed.awaitNanos(Math.min(LOOK_NANOS, deadline.remainingNanos()));
        return true;
    }

    private void signal() {
        network.lock.lock();
        try {
            network.changed.signalAll();
        } finally {
            network.lock.unlock();
        }
    }

    // ---------------------------------------------------------------- with the network's lock held

    /** Links this end to a peer if it is not yet; says why it cannot be, or null. */
    private String link(int peer) {
        if (closed) {
            throw new IllegalStateException("this end of the network of node " + node() + ", incarnation " + incarnation() + ", is closed");
        }
        Address wanted = addresses.find(peer);
        InMemoryCommunication present = links.get(peer);
        if (present != null && (wanted == null || wanted.incarnation() <= present.incarnation())) {
            return null;
        }
        if (wanted == null) {
            return "its address is not known";
        }
        if (hasSaidGoodbye(peer, wanted)) {
            return "it has said goodbye";
        }
        InMemoryCommunication other = network.reach(node(), wanted);
        if (other == null) {
            return "nobody answers at " + wanted.host() + ":" + wanted.port();
        }
        if (incarnation() < other.incarnations.getOrDefault(node(), 0)) {
            return "it knows a higher incarnation of node " + node();
        }
        replace(other);
        other.replace(this);
        return null;
    }

    private boolean hasLeft(int peer) {
        return hasSaidGoodbye(peer, addresses.find(peer)) || addresses.hasLeft(peer);
    }

    private void tellLeft(int peer) {
        tellGone(peer, true, "it has left the run");
    }

    private boolean hasSaidGoodbye(int peer, Address wanted) {
        Integer farewell = farewells.get(peer);
        return farewell != null && (wanted == null || wanted.incarnation() <= farewell);
    }

    private void replace(InMemoryCommunication other) {
        InMemoryCommunication old = links.put(other.node(), other);
        if (old != null && old != other) {
            String reason = "replaced by incarnation " + other.incarnation();
            tellGone(old.node(), false, reason);
            old.gone(this, false, reason);
        }
        incarnations.put(other.node(), other.incarnation());
        farewells.remove(other.node());
        inbox.expect(other.node(), other.incarnation());
    }

    InMemoryCommunication linkTo(int peer) {
        return links.get(peer);
    }

    void unlink(InMemoryCommunication other) {
        links.remove(other.node(), other);
    }

    boolean isFull(int peer) {
        return inbox.isFull(peer);
    }

    boolean isOpen() {
        return !closed;
    }

    void arrived(Message message) {
        traffic.received(message, FrameWriter.frameCount(message.payload().remaining(), FrameHeader.MAX_CHUNK_BYTES));
        inbox.put(message);
    }

    /** Another end tells that it is no more. */
    void gone(InMemoryCommunication other, boolean farewell, String reason) {
        if (farewell) {
            traffic.framingReceived(FrameHeader.BYTES);
        }
        if (!links.remove(other.node(), other)) {
            return;
        }
        if (farewell) {
            farewells.put(other.node(), other.incarnation());
        }
        tellGone(other.node(), farewell, reason);
    }

    void tellGone(int peer, boolean farewell, String reason) {
        inbox.put(new Event.PeerGone(peer, farewell, reason));
    }

    /** Ends this end, once. */
    void end(boolean farewell, String reason) {
        if (closed) {
            return;
        }
        closed = true;
        network.remove(address);
        for (InMemoryCommunication other : List.copyOf(links.values())) {
            if (farewell) {
                traffic.framingSent(FrameHeader.BYTES);
            }
            network.carryGone(this, other, farewell, reason);
        }
        links.clear();
        inbox.close();
    }

    void wake() {
        inbox.wake();
    }
}
