package io.starling.engine;

import java.util.function.Supplier;

/**
 * The ways of computing, best first.
 *
 * <p>Which can be used is a matter of the JVM's flags and the CPU; {@link #best()} chooses, {@link #state()} says why.
 */
public enum KernelSet {
    /** The JDK's vector module: needs {@code --add-modules jdk.incubator.vector} and vectors of 256 bits or more. */
    VECTOR("vector", VectorModule::state, VectorModule::kernels),
    /** OpenBLAS, native: needs the library of this system. */
    OPENBLAS("openblas", OpenBlas::state, OpenBlas::kernels),
    /** Plain Java loops: always there, slow. */
    PLAIN("plain", () -> State.usable("plain Java loops"), PlainKernels::new);

    private final String label;
    private final Supplier<State> state;
    private final Supplier<Kernels> maker;

    /** Whether a set can be used here, and what it is or why it cannot. */
    public record State(boolean usable, String reason) {
        static State usable(String what) {
            return new State(true, what);
        }

        static State unusable(String why) {
            return new State(false, why);
        }
    }

    KernelSet(String label, Supplier<State> state, Supplier<Kernels> maker) {
        this.label = label;
        this.state = state;
        this.maker = maker;
    }

    /** The name in configurations and reports. */
    public String label() {
        return label;
    }

    public State state() {
        return state.get();
    }

    /** New kernels for one workspace. */
    public Kernels kernels() {
        return maker.get();
    }

    /** The first that can be used here. */
    public static KernelSet best() {
        for (KernelSet set : values()) {
            if (set.state().usable()) {
                return set;
            }
        }
        return PLAIN;
    }
}
