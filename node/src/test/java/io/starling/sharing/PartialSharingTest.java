package io.starling.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.Message;
import io.starling.config.Experiment;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.engine.ScratchPool;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.generate.RandomRegular;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialSharingTest {
    private static final int SIZE = 5000;

    static Settings settings(String... assignments) {
        return Experiment.parse("nodes = 16, rounds = 10, model.name = mlp", List.of(assignments));
    }

    static Topology regular() {
        return new RandomRegular().create(GraphSettings.none().with(io.starling.graph.GraphKeys.DEGREE, 4), 16, 1);
    }

    static Sharing.Factory method(String name) {
        return io.starling.config.Modules.find(Sharing.Factory.class, Sharings.METHOD, name);
    }

    private static Neighbourhood nodes(String method, String... assignments) {
        return new Neighbourhood(regular(), SIZE, method(method), settings(assignments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"partial", "random", "round-robin", "accumulation"})
    void sharingEverythingIsFullSharingToTheBit(String method) throws Exception {
        Neighbourhood full = nodes("full");
        Neighbourhood all = nodes(method, "sharing.alpha=1");
        for (int round = 0; round < 3; round++) {
            full.train(round, 1);
            all.train(round, 1);
            full.share(round);
            all.share(round);
        }
        assertThat(all.states).isDeepEqualTo(full.states);
    }

    @Test
    void fullSharingKeepsTheMeanOfAllModels() throws Exception {
        Neighbourhood full = nodes("full");
        full.train(0, 1);
        double[] before = full.mean();
        double apart = full.disagreement();
        for (int round = 0; round < 20; round++) {
            full.share(round);
        }
        assertThat(full.mean()).containsExactly(before, org.assertj.core.data.Offset.offset(1e-6));
        assertThat(full.disagreement()).isLessThan(apart / 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"partial", "random", "round-robin", "accumulation", "jwins", "jwins-pp"})
    void modelsDrawTogetherWhateverTheMethod(String method) throws Exception {
        Neighbourhood nodes = nodes(method, "sharing.alpha=0.1");
        nodes.train(0, 1);
        double apart = nodes.disagreement();
        for (int round = 0; round < 60; round++) {
            nodes.share(round);
        }
        // The most changed parameters only: without training nothing changes any more, and the same few are shared.
        assertThat(nodes.disagreement()).isLessThan(method.equals("partial") ? apart : apart / 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "wavelet", "fft"})
    void everyDomainComposesWithEverySelectionAndImportance(String domain) throws Exception {
        for (String selection : List.of("top-k", "bounded-top-k", "random", "round-robin")) {
            for (String importance : List.of("change", "parameters", "accumulation-v1", "accumulation")) {
                for (String averaging : List.of("weighted", "parameter-wise")) {
                    Neighbourhood nodes = new Neighbourhood(regular(), 301, method("partial"), settings("sharing.domain=" + domain,
                        "sharing.selection=" + selection, "sharing.importance=" + importance, "sharing.averaging=" + averaging,
                        "sharing.normalized=true", "sharing.count=true", "compression.indices=auto"));
                    for (int round = 0; round < 3; round++) {
                        nodes.train(round, 1);
                        double apart = nodes.disagreement();
                        nodes.share(round);
                        assertThat(nodes.disagreement()).as(selection + " " + importance + " " + averaging).isLessThan(apart);
                    }
                    float[] counts = nodes.sharings[0].shareCounts();
                    float sum = 0;
                    for (float count : counts) {
                        sum += count;
                    }
                    int budget = 3 * Math.round(0.1f * counts.length);
                    assertThat(sum).isBetween(budget * 0.79f - 3, budget + 3f);
                }
            }
        }
    }

    @Test
    void sizesOnTheWireAreAsPromised() throws Exception {
        int n = 89_834;
        assertThat(bytes("full", n)).isLessThanOrEqualTo(4 * n + 64);
        assertThat(bytes("random", n)).isLessThanOrEqualTo((int) (0.4 * n) + 64);
        assertThat(bytes("partial", n)).isLessThanOrEqualTo((int) (0.48 * n) + 64);
        assertThat(bytes("round-robin", n)).isLessThanOrEqualTo((int) (0.4 * n) + 64);
    }

    private static int bytes(String method, int n) throws Exception {
        Neighbourhood nodes = new Neighbourhood(regular(), n, method(method), settings());
        nodes.train(0, 1);
        nodes.share(0);
        return nodes.last.bytes().remaining();
    }

    @Test
    void losslessValuesAreTheSameAsRawOnes() throws Exception {
        Neighbourhood raw = nodes("accumulation", "compression.indices=raw");
        Neighbourhood gamma = nodes("accumulation", "compression.indices=elias-gamma", "compression.values=f32");
        for (int round = 0; round < 3; round++) {
            raw.train(round, 1);
            gamma.train(round, 1);
            raw.share(round);
            gamma.share(round);
        }
        assertThat(gamma.states).isDeepEqualTo(raw.states);
    }

    @ParameterizedTest
    @ValueSource(strings = {"full", "partial", "random", "round-robin", "jwins-pp"})
    void whatIsMalformedIsRefusedAndTheStateUnchanged(String method) throws Exception {
        Neighbourhood nodes = nodes(method);
        nodes.train(0, 1);
        nodes.share(0);
        Sharing.Content content = nodes.last;
        byte[] good = new byte[content.bytes().remaining()];
        content.bytes().duplicate().get(good);
        float[] state = nodes.states[0].clone();
        float[] before = state.clone();
        for (int length : new int[] {0, 1, 3, 5, good.length / 2, good.length - 1}) {
            Message cut = Message.model(15, 0, 0, content.codec(), content.metadataBytes(), ByteBuffer.wrap(good, 0, length));
            assertThatThrownBy(() -> nodes.sharings[0].average(state, 0, List.of(cut), (sender, degree) -> 0.2f))
                .as("cut to " + length).isInstanceOf(Sharing.MalformedMessage.class).hasMessageContaining("node 15");
        }
        Message other = Message.model(15, 0, 0, content.codec() + 1, 0, ByteBuffer.wrap(good));
        assertThatThrownBy(() -> nodes.sharings[0].average(state, 0, List.of(other), (sender, degree) -> 0.2f)).isInstanceOf(Sharing.MalformedMessage.class);
        assertThat(state).isEqualTo(before);
    }

    @Test
    void absurdCountsAreRefusedWithoutAllocation() {
        Sharing sharing = method("partial").create(new Sharing.Context(settings(), 0, 1, regular(), new float[10], new ScratchPool()));
        int codec = assertMessage(sharing);
        byte[] absurd = {4, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07, 0, 0, 0};
        assertThatThrownBy(() -> sharing.average(new float[10], 0, List.of(Message.model(3, 0, 0, codec, 0, ByteBuffer.wrap(absurd))), (s, d) -> 0.2f))
            .isInstanceOf(Sharing.MalformedMessage.class).hasMessageContaining("2147483647 values of a model with 10");
    }

    private static int assertMessage(Sharing sharing) {
        try {
            return sharing.message(new float[10], 0, 4).codec();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Every parameter gets its turn, even those that training never changes. */
    @Test
    void boundedTopKSharesEveryParameterSoonerOrLater() throws Exception {
        Neighbourhood nodes = new Neighbourhood(regular(), 200, method("partial"),
            settings("sharing.selection=bounded-top-k", "sharing.alpha=0.1", "sharing.count=true"));
        for (int round = 0; round < 300; round++) {
            for (int node = 0; node < nodes.states.length; node++) {
                for (int i = 0; i < 30; i++) {
                    nodes.states[node][i] += (float) Math.sin(round + i + node);
                }
            }
            nodes.share(round);
        }
        float least = Float.MAX_VALUE;
        for (float count : nodes.sharings[0].shareCounts()) {
            least = Math.min(least, count);
        }
        // 300 rounds · 0.1 · 0.2 = 6, less what is still waiting for its turn.
        assertThat(least).isGreaterThanOrEqualTo(4);
    }

    @Test
    void aLevelTooDeepIsRefusedBeforeTheRun() {
        assertThatThrownBy(() -> method("jwins").check(settings("sharing.wavelet-level=30"), regular(), SIZE))
            .isInstanceOf(UserError.class).hasMessageContaining("sharing.wavelet-level = 30");
    }
}
