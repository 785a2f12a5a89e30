package io.starling.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Which kernels the engine uses in this JVM, and why: the engine's part of {@code starling doctor}. */
public final class EngineReport {
    private EngineReport() {
    }

    /** What another engine on the class path says of itself; found as a service. */
    public interface Section {
        List<String> lines();
    }

    /** Lines of text: what is used, what else there is, and what to do if that is not the best. */
    public static List<String> lines() {
        KernelSet best = KernelSet.best();
        List<String> lines = new ArrayList<>();
        lines.add("Engine: " + best.label() + " kernels (" + best.state().reason() + "), " + Runtime.getRuntime().availableProcessors() + " processors");
        for (KernelSet set : KernelSet.values()) {
            if (set != best) {
                KernelSet.State state = set.state();
                lines.add("  " + set.label() + ": " + (state.usable() ? "can be used, not needed (" : "cannot be used: ") + state.reason()
                    + (state.usable() ? ")" : ""));
            }
        }
        if (best != KernelSet.VECTOR) {
            lines.add("  Training is two to five times slower on OpenBLAS than with the vector kernels, and slower still on plain loops. Start JVMs with --add-modules jdk.incubator.vector;");
            lines.add("  on Spark: spark.driver.extraJavaOptions and spark.executor.extraJavaOptions.");
        }
        for (Section section : ServiceLoader.load(Section.class, Thread.currentThread().getContextClassLoader())) {
            lines.addAll(section.lines());
        }
        return lines;
    }
}
