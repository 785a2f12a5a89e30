package io.starling.node;

import io.starling.communication.Communication;
import io.starling.communication.Communication.Event;
import io.starling.communication.CommunicationKeys;
import io.starling.communication.Deadline;
import io.starling.communication.Message;
import io.starling.sharing.Sharing;
import java.nio.ByteBuffer;
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
 * and dropped, except where a role takes {@linkplain #receiveAny whatever comes}. A neighbour whose link is gone, or that could not be
 * sent to, is not waited for until it is heard of again; one that was late, until it is at most a round behind. A node that finds itself left behind
 * skips the rounds in which nobody waited for it.
 */
final class Exchange {
    /** How often a node that waits for room to send looks whether the receiver is still there. */
    private static final Duration LOOK_AROUND = Duration.ofMillis(200);

    private final Communication communication;
    private final RoundMeter meter;
    private final int id;
    private final int nodes;
    private final int incarnation;
    private final Lateness lateness;
    private final Duration sendPatience;
    /** Models that nobody has asked for yet: sender → round → message. */
    private final Map<Integer, TreeMap<Integer, Message>> kept = new HashMap<>();
    /** What is of an earlier round than this is late and not kept. */
    private int oldestRound;
    /** Peers not to be waited for, with the reason: without a link, or late. */
    private final Map<Integer, String> gone = new HashMap<>();
    /** Those of them that said goodbye. */
    private final Set<Integer> departed = new HashSet<>();
    /** Those of them that are only late; they are waited for again when they have caught up. */
    private final Set<Integer> late = new HashSet<>();
    /** The last message used of each sender, where they may be used again. */
    private final Map<Integer, Message> last = new HashMap<>();

    Exchange(Node.Context context, RoundMeter meter) {
        this.meter = meter;
        communication = context.communication();
        id = context.id();
        nodes = context.nodes();
        incarnation = context.incarnation();
        lateness = new Lateness(context.settings());
        sendPatience = context.settings().get(CommunicationKeys.SEND_TIMEOUT);
    }

    /** What takes the times of this node's round. */
    RoundMeter meter() {
        return meter;
    }

    /** Returns how many of the targets it was handed to. */
    int send(int[] targets, int round, Sharing.Content content) throws InterruptedException {
        lookAround();
        long began = System.nanoTime();
        Message message = Message.model(id, incarnation, round, content.codec(), content.metadataBytes(), content.bytes());
        List<Integer> present = Arrays.stream(targets).filter(peer -> !gone.containsKey(peer)).boxed().toList();
        List<Integer> lost = Arrays.stream(targets).filter(gone::containsKey).boxed().toList();
        Set<Integer> unsent = sendToPresent(present, message);
        // A lost peer gets the message if it has come back meanwhile; that is not waited for.
        Set<Integer> stillLost = communication.send(lost, message, Deadline.after(Duration.ZERO));
        long nanos = System.nanoTime() - began;
        int reached = present.size() - unsent.size() + lost.size() - stillLost.size();
        meter.sent(message, reached, nanos);
        reportUnsent(unsent, round, nanos / 1_000_000);
        return reached;
    }

    /** Tries as long as the configuration says, but not for those whose link is lost meanwhile: they are gone, and need not come back. */
    private Set<Integer> sendToPresent(List<Integer> present, Message message) throws InterruptedException {
        Deadline deadline = Deadline.after(sendPatience);
        Set<Integer> unsent = new TreeSet<>(communication.send(present, message, deadline.within(LOOK_AROUND)));
        while (!deadline.hasPassed() && !gone.keySet().containsAll(unsent)) {
            lookAround();
            Set<Integer> lost = unsent.stream().filter(gone::containsKey).collect(Collectors.toSet());
            unsent.removeAll(lost);
            unsent = new TreeSet<>(communication.send(unsent, message, deadline.within(LOOK_AROUND)));
            unsent.addAll(lost);
        }
        return unsent;
    }

    private void reportUnsent(Set<Integer> unsent, int round, long waitedMillis) throws InterruptedException {
        if (unsent.isEmpty()) {
            return;
        }
        lookAround();
        for (int peer : unsent) {
            if (!departed.contains(peer)) {
                meter.failure("unsent", peer, waitedMillis, "the message of round " + round + " could not be handed to node " + peer);
                gone.putIfAbsent(peer, "it could not be reached");
            }
        }
    }

    /**
     * This round's messages of these neighbours, in ascending order of the sender. Those that did not come in time are missing, or
     * replaced by the sender's last one, as the {@linkplain Lateness policy} says.
     */
    List<Message> receive(int[] sources, int round) throws InterruptedException {
        oldestRound = round;
        long began = System.nanoTime();
        TreeMap<Integer, Message> received = new TreeMap<>();
        Set<Integer> awaited = new TreeSet<>();
        for (int source : sources) {
            awaited.add(source);
            take(source, round, awaited, received);
        }
        received.keySet().forEach(source -> lateness.arrived(0));
        while (awaited.stream().anyMatch(peer -> mayStillCome(peer, round))) {
            long patience = lateness.patienceNanos(received.size(), sources.length) - (System.nanoTime() - began);
            Event event = communication.receive(Deadline.after(Duration.ofNanos(Math.max(0, patience))));
            if (event == null) {
                break;
            }
            note(event);
            if (event instanceof Event.Arrived arrived && take(arrived.message().sender(), round, awaited, received)) {
                lateness.arrived(System.nanoTime() - began);
                meter.arrived(arrived.message().sender(), System.nanoTime() - began);
            }
        }
        meter.received(received.values(), System.nanoTime() - began);
        replaceMissing(awaited, round, received, (System.nanoTime() - began) / 1_000_000);
        return new ArrayList<>(received.values());
    }

    /**
     * The round to go on with after this one: the next, unless a neighbour has gone on without this node's message of it. Such a node has been
     * given up, so it skips to where the others are: whatever it does before is too late for them.
     */
    int nextRound(int round, Neighbourhood.ByRound neighbourhoods) {
        int next = round + 1;
        int newest = kept.values().stream().filter(queue -> !queue.isEmpty()).mapToInt(TreeMap::lastKey).max().orElse(next);
        if (newest <= next || kept.entrySet().stream().noneMatch(peer -> hasGivenUp(peer.getKey(), peer.getValue(), next, neighbourhoods))) {
            return next;
        }
        meter.failure("skipped", -1, 0, "rounds " + next + " to " + (newest - 1) + " were skipped, as the others had gone on to round " + newest);
        return newest;
    }

    /** Whether a peer is in a later round than one for which it needed this node's message. */
    private boolean hasGivenUp(int peer, TreeMap<Integer, Message> queue, int next, Neighbourhood.ByRound neighbourhoods) {
        int its = queue.isEmpty() ? next : queue.lastKey();
        for (int round = next; round < its; round++) {
            Neighbourhood then = neighbourhoods.foresee(round);
            // Where nobody waits for whom is not known: all wait for each other, so nobody is further ahead than there are nodes.
            if (then == null ? its - next >= nodes : Arrays.binarySearch(then.targets(), peer) >= 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Where a node that was lost and has come back takes part again: in the round of the first message that its neighbours send it.
     *
     * @param round what is known of the others' rounds; they have gone on since
     */
    int rejoin(int round, Neighbourhood neighbours) throws InterruptedException {
        oldestRound = round;
        Deadline deadline = Deadline.after(Duration.ofMillis(lateness.deadlineMillis()));
        List<Integer> peers = Arrays.stream(neighbours.targets()).boxed().toList();
        communication.connect(peers, Deadline.after(sendPatience));
        while (kept.isEmpty() && !gone.keySet().containsAll(peers)) {
            Event event = communication.receive(deadline);
            if (event == null) {
                break;
            }
            note(event);
        }
        return kept.values().stream().mapToInt(TreeMap::lastKey).max().orElse(round);
    }

    /** Messages of a peer come in order: whoever has gone on to a later round will not send this one's any more. */
    private boolean mayStillCome(int peer, int round) {
        return !gone.containsKey(peer) && !isAhead(peer, round);
    }

    private boolean isAhead(int peer, int round) {
        TreeMap<Integer, Message> queue = kept.get(peer);
        return queue != null && queue.higherKey(round) != null;
    }

    private boolean take(int source, int round, Set<Integer> awaited, Map<Integer, Message> received) {
        TreeMap<Integer, Message> queue = kept.get(source);
        if (queue == null || !awaited.contains(source)) {
            return false;
        }
        queue.headMap(round).clear();
        Message message = queue.remove(round);
        if (message == null) {
            return false;
        }
        received.put(source, message);
        awaited.remove(source);
        if (lateness.onMissing() == Lateness.OnMissing.REUSE_LAST) {
            last.put(source, message);
        }
        return true;
    }

    /**
     * Whatever has come since the last time and comes until the deadline, of any round: the latest message of each sender, in
     * ascending order of the sender. Nobody is waited for.
     */
    List<Message> receiveAny(Deadline deadline) throws InterruptedException {
        long began = System.nanoTime();
        for (Event event = communication.receive(deadline); event != null; event = communication.receive(deadline)) {
            note(event);
        }
        TreeMap<Integer, Message> latest = new TreeMap<>();
        kept.forEach((sender, queue) -> latest.put(sender, queue.lastEntry().getValue()));
        kept.clear();
        meter.received(latest.values(), System.nanoTime() - began);
        return new ArrayList<>(latest.values());
    }

    /**
     * Asks a service something about a round.
     *
     * @param told what the service may want to know for its answer
     * @return the answer; null if none came in time
     */
    Message ask(int service, int round, ByteBuffer told, Duration answerPatience) throws InterruptedException {
        oldestRound = round;
        long began = System.nanoTime();
        Deadline deadline = Deadline.after(answerPatience);
        Message question = new Message(id, incarnation, round, Message.Kind.CONTROL, 0, 0, 0, told);
        // One that was lost is asked as well, for it may be back; but not waited for.
        Duration handOver = gone.containsKey(service) ? Duration.ZERO : answerPatience;
        Message answer = null;
        if (communication.send(List.of(service), question, Deadline.after(handOver)).isEmpty()) {
            gone.remove(service);
            meter.sent(question, 1, System.nanoTime() - began);
            long asked = System.nanoTime();
            while (answer == null && !gone.containsKey(service)) {
                Event event = communication.receive(deadline);
                if (event == null) {
                    break;
                }
                note(event);
                answer = isAnswer(event, service, round) ? ((Event.Arrived) event).message() : null;
            }
            meter.received(answer == null ? List.of() : List.of(answer), System.nanoTime() - asked);
        }
        return answer;
    }

    private static boolean isAnswer(Event event, int service, int round) {
        return event instanceof Event.Arrived arrived && arrived.message().kind() == Message.Kind.CONTROL
            && arrived.message().sender() == service && arrived.message().round() == round;
    }

    /** Takes note of what has come meanwhile, without waiting: above all of who is gone, so as not to wait for it. */
    private void lookAround() throws InterruptedException {
        Deadline now = Deadline.after(Duration.ZERO);
        for (Event event = communication.receive(now); event != null; event = communication.receive(now)) {
            note(event);
        }
    }

    private void note(Event event) {
        if (event instanceof Event.Arrived arrived) {
            Message message = arrived.message();
            // Who is less than a round behind would stay so for ever if nobody waited for it.
            if (!late.contains(message.sender()) || message.round() >= oldestRound - 1) {
                gone.remove(message.sender());
                departed.remove(message.sender());
                late.remove(message.sender());
            }
            if (message.kind() == Message.Kind.MODEL && message.round() >= oldestRound) {
                kept.computeIfAbsent(message.sender(), s -> new TreeMap<>()).put(message.round(), message);
            }
        } else if (event instanceof Event.PeerGone lost) {
            gone.put(lost.peer(), lost.farewell() ? "it has left: " + lost.reason() : lost.reason());
            if (lost.farewell()) {
                departed.add(lost.peer());
            }
        }
    }

    private void replaceMissing(Set<Integer> missing, int round, Map<Integer, Message> received, long waitedMillis) {
        if (missing.isEmpty()) {
            return;
        }
        Map<Integer, String> reasons = new TreeMap<>();
        for (int peer : missing) {
            String reason = gone.get(peer);
            if (reason == null && isAhead(peer, round)) {
                reason = "it has gone on to round " + kept.get(peer).firstKey();
            } else if (reason == null) {
                reason = "nothing came within " + waitedMillis + " ms (lateness.deadline = " + lateness.deadlineMillis() + " ms)";
                gone.put(peer, "it was late in round " + round + " and has not caught up");
                late.add(peer);
            }
            Message old = last.get(peer);
            if (old != null) {
                received.put(peer, old);
            }
            reasons.put(peer, reason);
            meter.missing(peer, waitedMillis, old == null ? reason : reason + "; its message of round " + old.round() + " is used again");
        }
        if (lateness.onMissing() == Lateness.OnMissing.FAIL) {
            throw new IllegalStateException("node " + id + " has no message of round " + round + " from "
                + reasons.entrySet().stream().map(e -> "node " + e.getKey() + " (" + e.getValue() + ")").collect(Collectors.joining(", "))
                + ", and lateness.on-missing = fail");
        }
    }
}
