package io.starling.graph.varying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import java.util.List;
import org.junit.jupiter.api.Test;

class InTurnTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new InTurn();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Override
    protected GraphSettings settings(int nodes) {
        return GraphSettings.none().with(InTurn.TURNS, List.of("ring", "star", "conf/line.edges"));
    }

    @Override
    protected String text(String path, int nodes) {
        assertThat(path).isEqualTo("conf/line.edges");
        StringBuilder text = new StringBuilder(nodes + "\n");
        for (int node = 1; node < nodes; node++) {
            text.append(node - 1).append(' ').append(node).append('\n');
        }
        return text.toString();
    }

    @Test
    void eachTakesItsTurn() {
        Topology topology = topology(6, 1);
        assertThat(topology.period()).isEqualTo(3);
        assertThat(topology.at(0).maxDegree()).isEqualTo(2);
        assertThat(topology.at(1).maxDegree()).isEqualTo(5);
        assertThat(topology.at(2).targets(0)).containsExactly(1);
        assertThat(topology.at(3)).isEqualTo(topology.at(0));
    }

    @Test
    void eachGoesOnWhereItWas() {
        GraphSettings settings = GraphSettings.none().with(InTurn.TURNS, List.of("one-peer-exponential", "ring"));
        Topology topology = factory().create(settings, 8, 1, path -> "");
        assertThat(topology.period()).isEqualTo(6);
        assertThat(topology.at(0).targets(0)).containsExactly(1);
        assertThat(topology.at(2).targets(0)).containsExactly(2);
        assertThat(topology.at(4).targets(0)).containsExactly(4);
    }

    @Test
    void twoOfTheSameFamilyAreDifferentGraphs() {
        GraphSettings settings = GraphSettings.none().with(InTurn.TURNS, List.of("regular", "regular"));
        Topology topology = factory().create(settings, 16, 1, path -> "");
        assertThat(topology.at(0)).isNotEqualTo(topology.at(1));
    }

    @Test
    void saysWhichIsNotKnown() {
        assertThatThrownBy(() -> factory().create(GraphSettings.none().with(InTurn.TURNS, List.of("rng")), 8, 1, path -> ""))
            .isInstanceOf(UserError.class).hasMessageContaining("graph.in-turn = rng").hasMessageContaining("Did you mean ring?");
        assertThatThrownBy(() -> factory().create(GraphSettings.none(), 8, 1, path -> "")).isInstanceOf(UserError.class)
            .hasMessageContaining("such as [ring, star]");
    }
}
