package io.starling.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void hintsAtTheNearestWord() {
        assertThat(Nearest.hint("nods", List.of("nodes", "rounds"))).isEqualTo(" Did you mean nodes?");
        assertThat(Nearest.hint("xyzzy", List.of("nodes", "rounds"))).isEmpty();
    }

    @Property
    void distanceIsSymmetricAndZeroOnlyForEqualWords(@ForAll @AlphaChars @StringLength(max = 12) String a, @ForAll @AlphaChars @StringLength(max = 12) String b) {
        assertThat(Nearest.distance(a, b)).isEqualTo(Nearest.distance(b, a)).isLessThanOrEqualTo(Math.max(a.length(), b.length()));
        assertThat(Nearest.distance(a, b) == 0).isEqualTo(a.equals(b));
    }
}
