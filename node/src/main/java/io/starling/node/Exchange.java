package io.starling.node;

import io.starling.communication.Communication;
import io.starling.communication.Communication.Event;
import io.starling.communication.CommunicationKeys;
import io.starling.communication.Deadline;
import io.starling.communication.Message;
import io.starling.sharing.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A node's exchange with its neighbours in rounds: sends to all, receives from all, and never waits for ever.
 *
 * <p>Neighbours may be ahead: a message of a later round is kept until its round comes. One of an earlier round is late
 * and dropped. A neighbour whose link is gone, or that could not be sent to, is not waited for until it is heard of again.
 */
final class Exchange {
    private final Communication communication;
    private final RoundMeter meter;
    private final int id;
    private final int incarnation;
    private final Duration patience;
    private final Duration sendPatience;
    private final boolean failOnMissing;
    private final Map<Integer, TreeMap<Integer, Message>> early = new HashMap<>();
    /** Peers without a link, with the reason; those that said goodbye are departed, too. */
    private final Map<Integer, String> gone = new HashMap<>();
    private final Set<Integer> departed = new HashSet<>();

    Exchange(Node.Context context, RoundMeter meter) {
        this.meter = meter;
        communication = context.communication();
        id = context.id();
        incarnation = context.incarnation();
        patience = context.settings().get(RunKeys.DEADLINE);
        sendPatience = context.settings().get(CommunicationKeys.SEND_TIMEOUT);
        failOnMissing = context.settings().get(RunKeys.ON_MISSING).equals("fail");
    }

    void send(int[] targets, int round, Sharing.Content content) throws InterruptedException {
        long began = System.nanoTime();
        Message message = Message.model(id, incarnation, round, content.codec(), content.metadataBytes(), content.bytes());
        List<Integer> present = Arrays.stream(targets).filter(peer -> !gone.containsKey(peer)).boxed().toList();
        List<Integer> lost = Arrays.stream(targets).filter(peer -> gone.containsKey(peer) && !departed.contains(peer)).boxed().toList();
        Set<Integer> unsent = communication.send(present, message, Deadline.after(sendPatience));
        // A lost peer gets the message if its link has come back meanwhile; that is not waited for.
        Set<Integer> stillLost = communication.send(lost, message, Deadline.after(Duration.ZERO));
        long nanos = System.nanoTime() - began;
        for (int peer : unsent) {
            meter.failure("unsent", peer, nanos / 1_000_000, "the message of round " + round + " could not be handed to node " + peer);
            gone.putIfAbsent(peer, "it could not be reached");
        }
        meter.sent(message, present.size() - unsent.size() + lost.size() - stillLost.size(), nanos);
    }

    /** This round's messages of these neighbours, in ascending order of the sender, without those that did not come in time. */
    List<Message> receive(int[] sources, int round) throws InterruptedException {
        long began = System.nanoTime();
        Deadline deadline = Deadline.after(patience);
        TreeMap<Integer, Message> received = new TreeMap<>();
        Set<Integer> awaited = new TreeSet<>();
        for (int source : sources) {
            Message kept = takeEarly(source, round);
            if (kept != null) {
                received.put(source, kept);
            } else {
                awaited.add(source);
            }
        }
        while (!gone.keySet().containsAll(awaited)) {
            Event event = communication.receive(deadline);
            if (event == null) {
                break;
            }
            handle(event, round, awaited, received);
        }
        meter.received(received.values(), System.nanoTime() - began);
        reportMissing(awaited, round, (System.nanoTime() - began) / 1_000_000);
        return new ArrayList<>(received.values());
    }

    private Message takeEarly(int source, int round) {
        TreeMap<Integer, Message> queue = early.get(source);
        if (queue == null) {
            return null;
        }
        queue.headMap(round).clear();
        return queue.remove(round);
    }

    private void handle(Event event, int round, Set<Integer> awaited, Map<Integer, Message> received) {
        if (event instanceof Event.Arrived arrived) {
            Message message = arrived.message();
            gone.remove(message.sender());
            departed.remove(message.sender());
            if (message.round() == round && awaited.remove(message.sender())) {
                received.put(message.sender(), message);
            } else if (message.round() > round) {
                early.computeIfAbsent(message.sender(), s -> new TreeMap<>()).put(message.round(), message);
            }
        } else if (event instanceof Event.PeerGone lost) {
            gone.put(lost.peer(), lost.farewell() ? "it is done and has said goodbye" : lost.reason());
            if (lost.farewell()) {
                departed.add(lost.peer());
            }
        }
    }

    private void reportMissing(Set<Integer> missing, int round, long waitedMillis) {
        if (missing.isEmpty()) {
            return;
        }
        Map<Integer, String> reasons = new TreeMap<>();
        for (int peer : missing) {
            String reason = gone.getOrDefault(peer, "nothing came within " + patience.toMillis() + " ms (lateness.deadline)");
            reasons.put(peer, reason);
            meter.missing(peer, waitedMillis, reason);
        }
        if (failOnMissing) {
            throw new IllegalStateException("node " + id + " has no message of round " + round + " from "
                + reasons.entrySet().stream().map(e -> "node " + e.getKey() + " (" + e.getValue() + ")").collect(Collectors.joining(", "))
                + ", and lateness.on-missing = fail");
        }
    }
}
