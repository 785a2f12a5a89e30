package io.starling.model.dl4j;

import org.nd4j.linalg.factory.Environment;
import org.nd4j.linalg.factory.Nd4j;

/** How ND4J's native operations are to run here: on the thread that calls them, as nodes are what runs in parallel, and with oneDNN. */
final class NativeSetup {
    /** DL4J's switch for layers computed by oneDNN; there is no other, and it is off unless set. */
    private static final String NO_HELPERS = "org.eclipse.deeplearning4j.helpers.disable";

    private NativeSetup() {
    }

    /** Starts ND4J if it has not been started yet, which takes a second or two. */
    static Environment prepare() {
        if (System.getProperty(NO_HELPERS) == null) {
            System.setProperty(NO_HELPERS, "false");
        }
        Environment environment = Nd4j.getEnvironment();
        environment.setMaxThreads(1);
        environment.setMaxMasterThreads(1);
        environment.allowHelpers(true);
        return environment;
    }
}
