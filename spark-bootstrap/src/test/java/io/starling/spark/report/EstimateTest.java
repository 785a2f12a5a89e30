package io.starling.spark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void theIntervalIsStudents() {
        // t(0.975; 2) = 4.30265, s = 1: by any table.
        assertThat(Estimate.halfWidth(new double[] {1, 2, 3})).isCloseTo(4.302653 / Math.sqrt(3), within(1e-5));
        // t(0.975; 4) = 2.77645
        assertThat(Estimate.halfWidth(new double[] {10, 12, 14, 16, 18})).isCloseTo(2.776445 * Math.sqrt(10) / Math.sqrt(5), within(1e-5));
        assertThat(Estimate.halfWidth(new double[] {7, 7})).isZero();
        assertThat(Estimate.halfWidth(new double[] {7})).isNaN();
    }

    @Test
    void meansOverSeedsAndDeviationWithinThem() {
        Estimate estimate = Estimate.of(List.of(new Spread(10, 3, 5, 15, 4), new Spread(20, 4, 12, 30, 4)));
        assertThat(estimate.mean()).isEqualTo(15);
        assertThat(estimate.std()).as("of nodes within a run, not between runs").isCloseTo(Math.sqrt(12.5), within(1e-12));
        assertThat(estimate.ci95()).isCloseTo(12.7062 * 5, within(1e-3));
        assertThat(estimate.seeds()).isEqualTo(2);
        assertThat(estimate.min()).isEqualTo(5);
        assertThat(estimate.max()).isEqualTo(30);
    }
}
