package io.starling.communication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One executor's part of an {@link InMemoryNetwork}. */
final class InMemoryTransport implements Transport {
    private final InMemoryNetwork network;
    private final String host;
    private final int port;
    private final Map<Integer, InMemoryCommunication> ends = new HashMap<>();
    private boolean closed;

    InMemoryTransport(InMemoryNetwork network, String host, int port) {
        this.network = network;
        this.host = host;
        this.port = port;
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Communication open(int node, int incarnation, AddressBook addresses) {
        network.lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the transport is closed");
            }
            InMemoryCommunication before = ends.get(node);
            if (before != null && before.isOpen()) {
                if (before.incarnation() >= incarnation) {
                    throw new IllegalArgumentException("node " + node + " is open here with incarnation " + before.incarnation()
                        + "; it can only be replaced by a higher one, not by " + incarnation);
                }
                before.end(false, "replaced by incarnation " + incarnation);
            }
            Address address = new Address(node, incarnation, host, port);
            InMemoryCommunication end = new InMemoryCommunication(network, address, addresses);
            ends.put(node, end);
            network.add(address, end);
            return end;
        } finally {
            network.lock.unlock();
        }
    }

    /** Nothing is refused: there are no strangers in this JVM. */
    @Override
    public Map<String, Long> refusals() {
        return Map.of();
    }

    @Override
    public void close() {
        network.lock.lock();
        try {
            closed = true;
            List.copyOf(ends.values()).forEach(end -> end.end(false, "the transport is closed"));
        } finally {
            network.lock.unlock();
        }
    }
}
