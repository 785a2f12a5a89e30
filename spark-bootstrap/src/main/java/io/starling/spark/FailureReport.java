package io.starling.spark;

import io.starling.spark.rendezvous.Roster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What happened to the nodes that did not finish, for people: the first failure in full, as the others may be its consequences. */
public final class FailureReport {
    private static final int KINDS_AT_MOST = 5;

    private FailureReport() {
    }

    /** Lines; none if all is well. */
    public static List<String> of(Roster roster) {
        List<String> lines = new ArrayList<>();
        // Who was told to stop, with the whole run, has nothing to say about why.
        List<Roster.Failure> failures = roster.failures().stream().filter(f -> !f.wasStopped()).toList();
        int unfinished = roster.failures().size();
        if (unfinished > 0) {
            lines.add(unfinished + " of " + roster.progress().nodes() + " nodes did not finish." + (failures.isEmpty() ? "" : " First failure: " + failures.get(0)));
        }
        if (!failures.isEmpty()) {
            failures.get(0).log().forEach(line -> lines.add("    its log: " + line));
            lines.addAll(consequences(failures.subList(1, failures.size())));
        }
        if (!roster.recoveries().isEmpty()) {
            lines.add(roster.recoveries().size() + " times a node was lost and came back; see the table failures.");
        }
        return lines;
    }

    /** Nodes with the same words share a line. */
    private static List<String> consequences(List<Roster.Failure> failures) {
        Map<String, List<Integer>> byError = new LinkedHashMap<>();
        failures.forEach(f -> byError.computeIfAbsent(f.error(), e -> new ArrayList<>()).add(f.node()));
        List<String> lines = new ArrayList<>();
        byError.forEach((error, nodes) -> {
            if (lines.size() < KINDS_AT_MOST) {
                lines.add("  then, maybe as a consequence, node" + (nodes.size() == 1 ? " " + nodes.get(0) : "s " + Roster.abbreviate(nodes))
                    + ": " + error);
            }
        });
        if (byError.size() > KINDS_AT_MOST) {
            lines.add("  and " + (byError.size() - KINDS_AT_MOST) + " other failures; see the table failures.");
        }
        return lines;
    }
}
