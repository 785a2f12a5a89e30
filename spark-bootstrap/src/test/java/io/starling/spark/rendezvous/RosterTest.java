package io.starling.spark.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.Address;
import io.starling.communication.Deadline;
import io.starling.spark.FailureReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RosterTest {
    private final Roster roster = new Roster(4);

    private static Address address(int node) {
        return new Address(node, 0, "h", 1000 + node);
    }

    private static Deadline soon() {
        return Deadline.after(Duration.ofMillis(50));
    }

    @Test
    void namesWhoIsMissing() {
        roster.register(address(0));
        roster.register(address(2));
        assertThatThrownBy(() -> roster.await(Roster.Stage.REGISTERED, soon(), s -> { })).isInstanceOf(RendezvousFailed.class)
            .hasMessageContaining("waiting for nodes [1, 3] to register: 2 of 4 missing").hasMessageContaining("spark.start-timeout");
    }

    @Test
    void aWaitEndsWhenTheLastOneComes() throws Exception {
        IntStream.range(0, 3).forEach(node -> roster.register(address(node)));
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                roster.await(Roster.Stage.REGISTERED, Deadline.after(Duration.ofSeconds(30)), s -> { });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(waiting).isNotDone();
        roster.register(address(3));
        waiting.get(30, TimeUnit.SECONDS);
        assertThat(roster.addresses()).extracting(Address::port).containsExactly(1000, 1001, 1002, 1003);
    }

    @Test
    void aFailureBeforeTheStartIsTheReason() {
        roster.register(address(0));
        roster.failed(failure(2, 0, "no memory"));
        assertThatThrownBy(() -> roster.await(Roster.Stage.REGISTERED, soon(), s -> { })).hasMessageContaining("node 2 failed before the first round: no memory");
    }

    @Test
    void neighboursThatCannotReachEachOtherAreNamed() {
        IntStream.range(0, 4).forEach(node -> roster.register(address(node)));
        roster.ready(1, Map.of(3, "connection refused"));
        assertThatThrownBy(() -> roster.await(Roster.Stage.READY, soon(), s -> { })).hasMessageContaining("node 1 cannot reach node 3 (connection refused)");
    }

    @Test
    void aNodeRegistersOnce() {
        assertThat(roster.register(address(0))).isTrue();
        assertThat(roster.register(new Address(0, 1, "other", 1))).isFalse();
        assertThat(roster.addresses()).containsExactly(address(0));
    }

    @Test
    void theFirstFailureStaysFirstAndTheFinishedStayFinished() {
        roster.done(0);
        roster.failed(failure(0, 3, "too late to fail"));
        roster.failed(failure(2, 3, "first"));
        roster.failed(failure(2, 4, "again"));
        roster.abandon("the job ended");
        assertThat(roster.failures()).extracting(Roster.Failure::node).containsExactly(2, 1, 3);
        assertThat(roster.failures().get(0).error()).isEqualTo("first");
        assertThat(roster.count(Roster.Stage.DONE)).isEqualTo(1);
    }

    @Test
    void anExecutorThatBreaksOffTakesItsNodesAlong() throws Exception {
        roster.joined();
        roster.joined();
        roster.left(new Roster.Executor(1, 2, 0, Map.of()));
        assertThat(roster.awaitLeft(soon())).isFalse();
        roster.lost("7", List.of(address(1), address(2)));
        assertThat(roster.awaitLeft(soon())).isTrue();
        assertThat(roster.failures()).extracting(Roster.Failure::error).containsOnly("its executor was lost");
    }

    private static Roster.Failure failure(int node, int round, String error) {
        return new Roster.Failure(node, 0, "7", round, error, List.of());
    }

    @Test
    void theReportTellsTheFirstFailureInFullAndTheOthersShortly() {
        assertThat(FailureReport.of(roster)).isEmpty();
        roster.failed(new Roster.Failure(3, 0, "7", 12, "loss is NaN", List.of("WARN Training: hm")));
        roster.failed(failure(0, 13, "3 is gone"));
        roster.failed(failure(1, 14, "3 is gone"));
        roster.failed(failure(2, 14, Roster.STOPPED + "interrupted"));
        assertThat(FailureReport.of(roster)).containsExactly("4 of 4 nodes did not finish. First failure: node 3 on executor 7 after 12 rounds: loss is NaN",
            "    its log: WARN Training: hm", "  then, maybe as a consequence, nodes [0, 1]: 3 is gone");
    }

    @Test
    void aLostNodeComesBackInTheRoundOfTheOthers() {
        IntStream.range(0, 4).forEach(node -> roster.register(address(node)));
        roster.progress(new ControlMessage.Progress(0, 17, 0, null, null));
        roster.lost("7", List.of(address(1)));
        Address again = new Address(1, 1, "other", 5);
        assertThat(roster.rejoin(again)).isEqualTo(17);
        assertThat(roster.failures()).isEmpty();
        assertThat(roster.recoveries()).singleElement().satisfies(r -> assertThat(r.round()).isEqualTo(17));
        assertThat(roster.addresses()).contains(again);
        assertThat(roster.rejoin(again)).as("a second time").isEqualTo(-1);
        // The old connection's end comes late.
        roster.lost("7", List.of(address(1)));
        assertThat(roster.failures()).isEmpty();
        roster.done(2);
        assertThat(roster.rejoin(new Address(2, 1, "other", 5))).as("one that is done").isEqualTo(-1);
    }

    @Test
    void progressIsTheMeanOfWhatIsKnown() {
        roster.progress(new ControlMessage.Progress(0, 10, 100, 50.0, 1.0));
        roster.progress(new ControlMessage.Progress(1, 20, 300, null, null));
        roster.progress(new ControlMessage.Progress(1, 5, 10, null, null));
        Roster.Progress progress = roster.progress();
        assertThat(progress.meanRounds()).isEqualTo(7.5);
        assertThat(progress.leastRounds()).isZero();
        assertThat(progress.bytesSent()).isEqualTo(400);
        assertThat(progress.accuracyPercent()).isEqualTo(50);
        assertThat(new Roster(1).progress().accuracyPercent()).isNaN();
    }

    @Test
    void longListsAreCut() {
        assertThat(Roster.abbreviate(List.of(3, 17))).isEqualTo("[3, 17]");
        assertThat(Roster.abbreviate(IntStream.range(0, 64).boxed().toList())).endsWith("11, … 52 more]");
    }
}
