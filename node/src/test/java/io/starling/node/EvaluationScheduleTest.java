package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvaluationScheduleTest {
    private static List<Integer> due(int rounds, String settings) {
        EvaluationSchedule schedule = new EvaluationSchedule(Experiment.parse("rounds = " + rounds + ", " + settings, List.of()));
        return IntStream.rangeClosed(1, rounds).filter(schedule::isDue).boxed().toList();
    }

    @Test
    void everySoManyRoundsAndAtTheEnd() {
        assertThat(due(10, "evaluation.every = 4")).containsExactly(4, 8, 10);
        assertThat(due(10, "evaluation.every = 0")).containsExactly(10);
    }

    @Test
    void atListedRoundsAndAtTheEnd() {
        assertThat(due(10, "evaluation { schedule = at, at = [1, 7, 20] }")).containsExactly(1, 7, 10);
        assertThatThrownBy(() -> due(10, "evaluation.schedule = at")).isInstanceOf(UserError.class).hasMessageContaining("evaluation.at");
    }

    @Test
    void wideningByTwoFiveTen() {
        List<Integer> due = due(605, "evaluation { schedule = widening, every = 3 }");
        List<Integer> times = due.subList(0, due.size() - 1).stream().map(round -> round / 3).toList();
        assertThat(due).last().isEqualTo(605);
        assertThat(times.subList(0, 20)).isEqualTo(IntStream.rangeClosed(1, 20).boxed().toList());
        assertThat(times.subList(20, 35)).isEqualTo(IntStream.rangeClosed(11, 25).map(i -> 2 * i).boxed().toList());
        assertThat(times.subList(35, 49)).isEqualTo(IntStream.rangeClosed(11, 24).map(i -> 5 * i).boxed().toList());
        assertThat(times.subList(49, times.size())).containsExactly(130, 140, 150, 160, 170, 180, 190, 200);
    }
}
