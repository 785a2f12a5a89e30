package io.starling.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StepPlanTest {
    @Test
    void aFixedNumberOfSteps() {
        StepPlan plan = StepPlan.of(new MapSettings().with("training.local-steps", 3), 100, 16);
        assertThat(plan.in(0)).isEqualTo(3);
        assertThat(plan.before(7)).isEqualTo(21);
    }

    @Test
    void wholeEpochs() {
        StepPlan plan = StepPlan.of(new MapSettings().with("training.local-epochs", 2), 100, 16);
        assertThat(plan.in(5)).isEqualTo(14);
        assertThat(plan.before(2)).isEqualTo(28);
    }

    @Property
    void anEpochInSoManyRounds(@ForAll @IntRange(min = 1, max = 500) int samples, @ForAll @IntRange(min = 1, max = 32) int batch,
            @ForAll @IntRange(min = 1, max = 40) int rounds) {
        StepPlan plan = StepPlan.of(new MapSettings().with("training.rounds-per-epoch", rounds), samples, batch);
        int epoch = (samples + batch - 1) / batch;
        int least = Integer.MAX_VALUE;
        int most = 0;
        int sum = 0;
        for (int round = 3 * rounds; round < 4 * rounds; round++) {
            assertThat(plan.before(round + 1)).isEqualTo(plan.before(round) + plan.in(round));
            least = Math.min(least, plan.in(round));
            most = Math.max(most, plan.in(round));
            sum += plan.in(round);
        }
        assertThat(sum).isEqualTo(epoch);
        assertThat(most - least).isLessThanOrEqualTo(1);
    }

    @Test
    void onlyOneOfTheTwo() {
        assertThatThrownBy(() -> StepPlan.of(new MapSettings().with("training.local-epochs", 2).with("training.rounds-per-epoch", 2), 100, 16))
            .isInstanceOf(UserError.class).hasMessageContaining("exclude each other");
    }
}
