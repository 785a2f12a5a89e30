package org.nd4j.nativeblas;

/**
 * Where DL4J 1.0.0-M2.1 asks whether oneDNN is there.
 *
 * <p>ND4J's class of this name moved to another package, but DL4J still looks it up here by reflection, does not find it, and then computes
 * all convolutions without oneDNN. This class answers in its place.
 */
public final class Nd4jCpu {
    private Nd4jCpu() {
    }

    /** Named and called by DL4J. */
    public static final class Environment {
        private static final Environment INSTANCE = new Environment();

        private Environment() {
        }

        public static Environment getInstance() {
            return INSTANCE;
        }

        public boolean isUseMKLDNN() {
            return NativeOpsHolder.getInstance().getDeviceNativeOps().buildInfo().contains("HAVE_ONEDNN");
        }
    }
}
