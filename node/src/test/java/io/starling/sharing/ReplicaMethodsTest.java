package io.starling.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CHOCO, DCD and ECSD. */
class ReplicaMethodsTest {
    private static final int SIZE = 500;

    private static Neighbourhood nodes(String method, String... assignments) {
        return new Neighbourhood(PartialSharingTest.regular(), SIZE, PartialSharingTest.method(method), PartialSharingTest.settings(assignments));
    }

    @Test
    void chocoWithoutCompressionAndFullStepIsDPsgd() throws Exception {
        Neighbourhood full = nodes("full");
        Neighbourhood choco = nodes("choco", "sharing.alpha=1", "sharing.consensus-step=1");
        for (int round = 0; round < 10; round++) {
            full.train(round, 1);
            choco.train(round, 1);
            full.share(round);
            choco.share(round);
        }
        for (int node = 0; node < full.states.length; node++) {
            assertThat(choco.states[node]).containsExactly(full.states[node], Offset.offset(1e-5f));
        }
    }

    /** DCD averages what was known before training, then trains: with no training the two are the same, a round later. */
    @Test
    void dcdAndEcsdWithoutCompressionAverageAsDPsgd() throws Exception {
        for (String method : List.of("dcd", "ecsd")) {
            Neighbourhood full = nodes("full");
            Neighbourhood other = nodes(method, "sharing.alpha=1", "sharing.consensus-step=1");
            full.train(0, 1);
            other.train(0, 1);
            other.share(0);
            for (int round = 1; round < 6; round++) {
                full.share(round);
                other.share(round);
            }
            for (int node = 0; node < full.states.length; node++) {
                assertThat(other.states[node]).as(method).containsExactly(full.states[node], Offset.offset(1e-5f));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "fp16", "zfp"})
    void chocoKeepsTheMeanWhateverIsCutOff(String values) throws Exception {
        Neighbourhood choco = nodes("choco", "sharing.alpha=0.1", "sharing.consensus-step=0.3", "compression.values=" + values);
        choco.train(0, 1);
        double[] before = choco.mean();
        double apart = choco.disagreement();
        for (int round = 0; round < 100; round++) {
            choco.share(round);
        }
        assertThat(choco.mean()).containsExactly(before, within(1e-5));
        assertThat(choco.disagreement()).isLessThan(apart / 5);
    }

    @Test
    void ecsdDrawsModelsTogether() throws Exception {
        Neighbourhood ecsd = nodes("ecsd", "sharing.alpha=0.1", "sharing.consensus-step=0.1");
        ecsd.train(0, 1);
        ecsd.share(0);
        for (int round = 1; round < 20; round++) {
            ecsd.share(round);
        }
        double apart = ecsd.disagreement();
        for (int round = 20; round < 200; round++) {
            ecsd.share(round);
        }
        assertThat(ecsd.disagreement()).isLessThan(apart / 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"choco", "dcd", "ecsd"})
    void aChangingGraphIsRefusedWithTheReason(String method) {
        Topology changing = new Topology() {
            @Override
            public int nodes() {
                return 16;
            }

            @Override
            public Graph at(int round) {
                return PartialSharingTest.regular().at(0);
            }

            @Override
            public boolean isStatic() {
                return false;
            }
        };
        assertThatThrownBy(() -> PartialSharingTest.method(method).check(PartialSharingTest.settings(), changing, SIZE))
            .isInstanceOf(UserError.class).hasMessageContaining("sharing.method = " + method).hasMessageContaining("static graph");
        PartialSharingTest.method(method).check(PartialSharingTest.settings(), PartialSharingTest.regular(), SIZE);
    }
}
