package io.starling.communication;

import java.util.Collection;
import java.util.Set;

/**
 * One node's end of the network: sends to peers, receives from any of them.
 *
 * <p>Used by the node's own thread only, except {@link #close} and {@link #traffic}. Links are opened by {@link #connect}
 * or by the first send to a peer. Messages from one peer arrive in the order sent, whole, at most once; there is no
 * order between peers. A message of a lower incarnation of a peer than the highest seen is dropped and counted.
 *
 * <p>A link that is lost takes along what was under way on it, and both ends learn of it by a {@link Event.PeerGone}, after the
 * messages that came before. It is opened again, in the background and by any send, as long as the address book knows
 * the peer; that it is back shows in the next message or send that succeeds. A peer that has said goodbye is not called
 * any more, and sends to it fail at once, unless the address book knows a higher incarnation of it.
 *
 * <p>Sending is bounded: it waits while more than the configured amount is under way to a peer that reads slowly, and a
 * peer whose messages are not taken out of this node's inbox is, in its turn, not read from.
 *
 * <p>Once closed, by whoever, every method but {@link #traffic} and {@link #close} throws {@link IllegalStateException}, also in a
 * thread that was waiting.
 */
public interface Communication extends AutoCloseable {
    int node();

    /**
     * Opens the links to these peers, or waits until the peers have opened theirs. One that has left the run is not waited for, and is
     * told to be {@link Event.PeerGone}.
     *
     * @return the peers that could not be reached by the deadline, with the reason of each; empty if all could
     */
    java.util.Map<Integer, String> connect(Collection<Integer> peers, Deadline deadline) throws InterruptedException;

    /**
     * Hands one message to the links to these peers. The payload is encoded before this returns and may be reused. The message
     * must be of this node and incarnation, and is not for the node itself.
     *
     * @return the peers to which it could not be handed by the deadline (lost, unreachable, or too slow)
     */
    Set<Integer> send(Collection<Integer> peers, Message message, Deadline deadline) throws InterruptedException;

    /** The next event, or null if there is none by the deadline. */
    Event receive(Deadline deadline) throws InterruptedException;

    /** The counters of the links so far, handshakes and goodbyes included. */
    Traffic traffic();

    /** How many bytes of frame headers a payload of this size has around it. */
    long framingBytes(int payloadBytes);

    /** Says goodbye to every peer, after what was sent has been written, and closes the links; waits until the deadline at most. */
    void close(Deadline deadline) throws InterruptedException;

    /** Closes with a deadline of a few seconds. */
    @Override
    void close();

    /** Something that arrived. */
    sealed interface Event {
        /** A message. */
        record Arrived(Message message) implements Event {
        }

        /** A peer's link is gone. {@code farewell}: it said goodbye before, so it is done, not dead. */
        record PeerGone(int peer, boolean farewell, String reason) implements Event {
        }
    }
}
