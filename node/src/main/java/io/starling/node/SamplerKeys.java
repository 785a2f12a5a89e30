package io.starling.node;

import io.starling.config.Key;
import java.time.Duration;
import java.util.List;

/** The keys of the section {@code sampler}. */
final class SamplerKeys {
    static final Key<String> KIND = Key.string("sampler.kind").orElse("topology")
        .doc("How the peer sampler of node.role = d-psgd-sampler makes a round's graph.");
    static final Key<Duration> DEADLINE = Key.duration("sampler.deadline").orElse(Duration.ofSeconds(10))
        .check(v -> !v.isNegative() && !v.isZero(), "longer than 0").perNode()
        .doc("How long a node waits for the peer sampler's answer before it takes the neighbours it had last.");
    static final Key<Integer> PATIENCE = Key.integer("sampler.patience").atLeast(0).orElse(3)
        .doc("How many rounds a node may be behind and still count as available to the peer sampler.");

    private SamplerKeys() {
    }

    /** The keys that choose no module. */
    static List<Key<?>> all() {
        return List.of(DEADLINE, PATIENCE);
    }
}
