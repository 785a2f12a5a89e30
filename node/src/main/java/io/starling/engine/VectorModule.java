package io.starling.engine;

/**
 * Asks whether the JDK's vector module is there, without loading a class that needs it.
 *
 * <p>The module is not resolved by default; a class that mentions its types cannot be linked without it, so everything that
 * does is reached through {@link #kernels()} only.
 */
final class VectorModule {
    private static final String NAME = "jdk.incubator.vector";
    private static final int LEAST_BITS = 256;

    private VectorModule() {
    }

    static KernelSet.State state() {
        if (ModuleLayer.boot().findModule(NAME).isEmpty()) {
            return KernelSet.State.unusable("the JVM was started without --add-modules " + NAME);
        }
        int bits = VectorKernels.vectorBits();
        if (bits < LEAST_BITS) {
            return KernelSet.State.unusable("this CPU has vectors of " + bits + " bits, " + LEAST_BITS + " are needed");
        }
        return KernelSet.State.usable("Vector API, " + bits + " bits");
    }

    static Kernels kernels() {
        return new VectorKernels();
    }
}
