package io.starling.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MappingTest {
    @Property
    void placesAreFilledEvenly(@ForAll @IntRange(min = 1, max = 500) int nodes, @ForAll @IntRange(min = 1, max = 20) int places, @ForAll boolean linear) {
        Mapping mapping = linear ? new LinearMapping() : new RoundRobinMapping();
        int[] load = new int[places];
        IntStream.range(0, nodes).forEach(node -> load[mapping.place(node, nodes, places)]++);
        assertThat(java.util.Arrays.stream(load).boxed()).allSatisfy(l -> assertThat(l).isBetween(nodes / places, (nodes + places - 1) / places));
    }
}
