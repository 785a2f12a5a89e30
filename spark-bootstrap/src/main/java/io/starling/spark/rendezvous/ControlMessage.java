package io.starling.spark.rendezvous;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.starling.communication.Address;
import java.util.List;
import java.util.Map;

/**
 * What executors and the driver tell each other about the run. JSON on the wire; the type travels as one of the names below,
 * never as a class name.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ControlMessage.Challenge.class, name = "challenge"),
    @JsonSubTypes.Type(value = ControlMessage.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = ControlMessage.Welcome.class, name = "welcome"),
    @JsonSubTypes.Type(value = ControlMessage.Register.class, name = "register"),
    @JsonSubTypes.Type(value = ControlMessage.Addresses.class, name = "addresses"),
    @JsonSubTypes.Type(value = ControlMessage.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = ControlMessage.Start.class, name = "start"),
    @JsonSubTypes.Type(value = ControlMessage.Rejoin.class, name = "rejoin"),
    @JsonSubTypes.Type(value = ControlMessage.Progress.class, name = "progress"),
    @JsonSubTypes.Type(value = ControlMessage.Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = ControlMessage.Done.class, name = "done"),
    @JsonSubTypes.Type(value = ControlMessage.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = ControlMessage.Ended.class, name = "ended"),
    @JsonSubTypes.Type(value = ControlMessage.Outdated.class, name = "outdated"),
    @JsonSubTypes.Type(value = ControlMessage.Left.class, name = "left"),
    @JsonSubTypes.Type(value = ControlMessage.Stop.class, name = "stop"),
})
sealed interface ControlMessage {

    /** Driver, at once: prove that you belong to the run. */
    record Challenge(String nonce) implements ControlMessage {
    }

    /** Executor: the proof, and a challenge of its own. */
    record Hello(String executor, String nonce, String proof) implements ControlMessage {
    }

    /** Driver: its own proof. */
    record Welcome(String proof) implements ControlMessage {
    }

    /** Executor: a node's listener is bound. */
    record Register(Address address) implements ControlMessage {
    }

    /** Driver: where the nodes are. */
    record Addresses(List<Address> addresses) implements ControlMessage {
    }

    /** Executor: a node's links are open, except to those that could not be reached, each with the reason. */
    record Ready(int node, int incarnation, Map<Integer, String> unreachable) implements ControlMessage {
    }

    /** Driver: all nodes are ready, begin. */
    record Start() implements ControlMessage {
    }

    /** Driver, to a node that was lost and registers again: go on in this round. */
    record Rejoin(int node, int round) implements ControlMessage {
    }

    /** Executor: how far a node is. Accuracy and loss are those of its last evaluation, null before the first. */
    record Progress(int node, int rounds, long bytesSent, Double accuracyPercent, Double testLoss) implements ControlMessage {
    }

    /** Executor: a node's model after so many rounds is in the folder of snapshots. */
    record Snapshot(int node, int rounds) implements ControlMessage {
    }

    /** Executor: a node has finished all its rounds. */
    record Done(int node, int incarnation) implements ControlMessage {
    }

    /** Executor: a node ended with an error; with the last lines of its log. */
    record Failed(int node, int incarnation, int round, String error, List<String> log) implements ControlMessage {
    }

    /** Driver: these nodes have ended, well or not; not to be waited for any more. */
    record Ended(List<Integer> nodes) implements ControlMessage {
    }

    /** Driver: every node has a checkpoint of at least so many rounds; earlier ones have served. */
    record Outdated(int rounds) implements ControlMessage {
    }

    /** Executor: its last node is gone and all its results are written. */
    record Left(double cpuSeconds, long peakHeapBytes, long resultsDropped, Map<String, Long> refusals) implements ControlMessage {
    }

    /** Driver: give up, because. */
    record Stop(String reason) implements ControlMessage {
    }
}
