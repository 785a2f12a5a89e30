package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.config.Experiment;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatenessTest {
    private static final long MILLI = 1_000_000;

    private static Lateness lateness(String settings) {
        return new Lateness(Experiment.parse(settings, List.of()));
    }

    @Test
    void waitsForAllUntilTheDeadline() {
        Lateness lateness = lateness("lateness.deadline = 5s");
        for (int i = 0; i < 100; i++) {
            lateness.arrived(MILLI);
        }
        assertThat(lateness.patienceNanos(4, 5)).isEqualTo(5000 * MILLI);
        assertThat(lateness.onMissing()).isEqualTo(Lateness.OnMissing.RENORMALISE);
    }

    @Test
    void withAQuorumItGoesOnWhenMessagesUsuallyHaveCome() {
        Lateness lateness = lateness("lateness { deadline = 60s, quorum = 0.6, spread = 3, floor = 1ms }");
        for (int i = 0; i < 50; i++) {
            lateness.arrived((100 + i % 3 * 10) * MILLI); // 100, 110, 120: median 110, MAD 10
        }
        assertThat(lateness.patienceNanos(2, 5)).as("no quorum").isEqualTo(60_000 * MILLI);
        assertThat(lateness.patienceNanos(3, 5)).isEqualTo(140 * MILLI);
        assertThat(lateness.patienceNanos(4, 5)).isEqualTo(140 * MILLI);
    }

    @Test
    void theFloorAndTheDeadlineBoundIt() {
        Lateness quick = lateness("lateness { deadline = 60s, quorum = 0.5, floor = 2s }");
        Lateness slow = lateness("lateness { deadline = 3s, quorum = 0.5 }");
        for (int i = 0; i < 20; i++) {
            quick.arrived(0);
            slow.arrived(i * 10_000 * MILLI);
        }
        assertThat(quick.patienceNanos(1, 2)).isEqualTo(2000 * MILLI);
        assertThat(slow.patienceNanos(1, 2)).isEqualTo(3000 * MILLI);
    }

    @Test
    void beforeItKnowsWhatIsUsualItWaits() {
        Lateness lateness = lateness("lateness { deadline = 60s, quorum = 0.5, floor = 1ms }");
        lateness.arrived(MILLI);
        assertThat(lateness.patienceNanos(1, 2)).isEqualTo(60_000 * MILLI);
    }

    @Test
    void itFollowsAChange() {
        Lateness lateness = lateness("lateness { deadline = 60s, quorum = 0.5, floor = 1ms, spread = 0 }");
        for (int i = 0; i < 1000; i++) {
            lateness.arrived(MILLI);
        }
        for (int i = 0; i < 128; i++) {
            lateness.arrived(50 * MILLI);
        }
        assertThat(lateness.patienceNanos(1, 2)).isEqualTo(50 * MILLI);
    }
}
