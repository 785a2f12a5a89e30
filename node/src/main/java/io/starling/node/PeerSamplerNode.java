package io.starling.node;

import io.starling.communication.Communication;
import io.starling.communication.Communication.Event;
import io.starling.communication.Deadline;
import io.starling.communication.Message;
import io.starling.config.Modules;
import io.starling.graph.Graph;
import io.starling.node.sampler.PeerSampler;
import java.time.Duration;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The centralized peer sampler (section 3.2 of DecentralizePy, EuroMLSys 2023): makes each round's graph when the first node asks for
 * it, and tells every node that asks its own neighbours.
 *
 * <p>It never waits for anybody in particular: who asks is answered, who does not is not missed. Ends when all nodes are gone.
 */
final class PeerSamplerNode implements Node {
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** An answer is a few bytes; who does not take it has gone, and the others wait. */
    private static final Duration SEND_PATIENCE = Duration.ofSeconds(1);
    private static final Duration FIRST_LINKS = Duration.ofSeconds(60);

    private final Context context;
    private final Communication communication;
    private final PeerSampler sampler;
    private final int patience;
    private final TreeMap<Integer, Graph> graphs = new TreeMap<>();
    /** The round that each node asked for last. */
    private final int[] asked;
    private final BitSet gone = new BitSet();

    PeerSamplerNode(Context context) {
        this.context = context;
        communication = context.communication();
        sampler = Modules.find(PeerSampler.Factory.class, SamplerKeys.KIND, context.settings().get(SamplerKeys.KIND))
            .create(context.settings(), context.topology(), context.seed());
        patience = context.settings().get(SamplerKeys.PATIENCE);
        asked = new int[context.nodes()];
    }

    @Override
    public void run() throws InterruptedException {
        Set<Integer> nodes = IntStream.range(0, asked.length).boxed().collect(Collectors.toSet());
        communication.connect(nodes, Deadline.after(FIRST_LINKS));
        while (gone.cardinality() < asked.length) {
            Event event = communication.receive(Deadline.after(LOOK));
            if (event instanceof Event.Arrived arrived && isQuestion(arrived.message())) {
                answer(arrived.message());
            } else if (event instanceof Event.PeerGone lost && nodes.contains(lost.peer())) {
                gone.set(lost.peer());
            }
        }
    }

    private boolean isQuestion(Message message) {
        return message.kind() == Message.Kind.CONTROL && message.sender() >= 0 && message.sender() < asked.length && message.round() >= 0;
    }

    private void answer(Message question) throws InterruptedException {
        int node = question.sender();
        int round = question.round();
        gone.clear(node);
        asked[node] = Math.max(asked[node], round);
        if (question.payload().hasRemaining()) {
            sampler.hear(node, round, question.payload());
        }
        Graph graph = graphs.computeIfAbsent(round, r -> sampler.graph(r, available(r)));
        SampledNeighbourhood neighbours = SampledNeighbourhood.of(graph, node, context.weights());
        Message answer = new Message(context.id(), context.incarnation(), round, Message.Kind.CONTROL, 0, 0, 0, neighbours.encode());
        communication.send(Set.of(node), answer, Deadline.after(SEND_PATIENCE));
        graphs.headMap(oldestNeeded()).clear();
    }

    private BitSet available(int round) {
        BitSet available = new BitSet();
        for (int node = 0; node < asked.length; node++) {
            available.set(node, !gone.get(node) && asked[node] >= round - patience);
        }
        return available;
    }

    private int oldestNeeded() {
        return IntStream.range(0, asked.length).filter(node -> !gone.get(node)).map(node -> asked[node]).min().orElse(0);
    }
}
