package io.starling.spark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.stat.inference.TestUtils;
import org.apache.commons.math3.stat.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.api.Test;

class PairedTestTest {
    private static final double[] FIRST = {90.1, 88.4, 91.0, 89.2, 90.7, 87.9};
    private static final double[] SECOND = {92.0, 88.1, 93.5, 92.2, 91.9, 91.3};

    @Test
    void agreesWithTheLibraryWhereThatIsExact() {
        PairedTest test = PairedTest.of(FIRST, SECOND);
        assertThat(test.n()).isEqualTo(6);
        assertThat(test.meanDifference()).isEqualTo(11.7 / 6, within(1e-12));
        assertThat(test.tP()).isEqualTo(TestUtils.pairedTTest(FIRST, SECOND), within(1e-12));
        assertThat(test.signedRankP()).isEqualTo(new WilcoxonSignedRankTest().wilcoxonSignedRankTest(FIRST, SECOND, true), within(1e-12)).isEqualTo(4 / 64.0);
    }

    @Test
    void tiesShareTheirRankAndPairsThatDoNotDifferAreLeftOut() {
        // |d| = 1, 1, 2: ranks 1.5, 1.5, 3. The smaller sum is 1.5; of eight signs (0), (1.5) twice are as small: 2 * 3/8.
        assertThat(PairedTest.of(new double[] {0, 0, 0, 5}, new double[] {1, -1, 2, 5}).signedRankP()).isEqualTo(0.75);
    }

    @Test
    void saysNothingWhereNothingCanBeSaid() {
        PairedTest one = PairedTest.of(new double[] {1}, new double[] {2});
        assertThat(one.tP()).isNaN();
        assertThat(one.ci95()).isNaN();
        assertThat(one.signedRankP()).isEqualTo(1);
        PairedTest same = PairedTest.of(FIRST, FIRST);
        assertThat(same.meanDifference()).isZero();
        assertThat(same.tP()).isNaN();
        assertThat(same.signedRankP()).isNaN();
    }

    @Property
    void theSmallestPossibleIsWhenAllPairsAgree(@ForAll @IntRange(min = 1, max = 40) int n) {
        double[] zeros = new double[n];
        double[] rising = new double[n];
        java.util.Arrays.setAll(rising, i -> i + 1);
        assertThat(PairedTest.of(zeros, rising).signedRankP()).isEqualTo(Math.min(1, 2 / Math.pow(2, n)), within(1e-15));
    }

    @Property
    void doesNotDependOnWhichIsFirst(@ForAll @Size(min = 2, max = 30) double[] values) {
        double[] zeros = new double[values.length];
        PairedTest there = PairedTest.of(zeros, values);
        PairedTest back = PairedTest.of(values, zeros);
        assertThat(back.signedRankP()).isEqualTo(there.signedRankP());
        if (!Double.isNaN(there.signedRankP())) {
            assertThat(there.signedRankP()).isBetween(0.0, 1.0);
        }
    }
}
