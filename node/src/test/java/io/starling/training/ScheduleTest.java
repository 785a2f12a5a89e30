package io.starling.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static Schedule schedule(String kind, int period, double factor, int warmUp) {
        return new Schedule(new MapSettings().with("training.schedule", kind).with("training.schedule-rounds", period)
            .with("training.schedule-factor", factor).with("training.warm-up-rounds", warmUp));
    }

    @Test
    void constantAfterWarmUp() {
        Schedule schedule = schedule("constant", 10, 0.5, 3);
        assertThat(schedule.at(0)).isEqualTo(0.25);
        assertThat(schedule.at(2)).isEqualTo(0.75);
        assertThat(schedule.at(3)).isEqualTo(1);
        assertThat(schedule.at(999)).isEqualTo(1);
    }

    @Test
    void step() {
        Schedule schedule = schedule("step", 10, 0.1, 0);
        assertThat(schedule.at(9)).isEqualTo(1);
        assertThat(schedule.at(10)).isCloseTo(0.1, within(1e-12));
        assertThat(schedule.at(29)).isCloseTo(0.01, within(1e-12));
    }

    @Test
    void exponential() {
        assertThat(schedule("exponential", 10, 0.9, 0).at(3)).isCloseTo(0.729, within(1e-12));
    }

    @Test
    void cosine() {
        Schedule schedule = schedule("cosine", 100, 0.5, 0);
        assertThat(schedule.at(0)).isEqualTo(1);
        assertThat(schedule.at(50)).isCloseTo(0.5, within(1e-12));
        assertThat(schedule.at(100)).isZero();
        assertThat(schedule.at(150)).isZero();
    }
}
