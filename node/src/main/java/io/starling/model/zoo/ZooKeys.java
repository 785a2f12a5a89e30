package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;

/** Keys that several models share, and the checks of samples against what a model can take. */
final class ZooKeys {
    static final Key<String> KERNELS = Key.string("model.kernels").oneOf("auto", "vector", "openblas", "plain").orElse("auto")
        .doc("How the engine computes: auto takes the fastest that this JVM and CPU allow (see `starling doctor`).");

    private ZooKeys() {
    }

    /** The kernels asked for; to be without them is an error, as another set gives other bits. */
    static KernelSet kernels(Settings settings) {
        String name = settings.get(KERNELS);
        if (name.equals("auto")) {
            return KernelSet.best();
        }
        for (KernelSet set : KernelSet.values()) {
            if (set.label().equals(name)) {
                KernelSet.State state = set.state();
                if (!state.usable()) {
                    throw new UserError(KERNELS + " = " + name + " cannot be used here: " + state.reason() + ".");
                }
                return set;
            }
        }
        throw new UserError(KERNELS + " = " + name + " is not known.");
    }

    static void needClasses(String model, SampleShape shape) {
        if (shape.classes() < 2) {
            throw new UserError("model.name = " + model + " tells classes apart, but the data set has samples of " + shape
                + " without classes.");
        }
    }

    static void needImage(String model, SampleShape shape, int leastSide) {
        int[] d = shape.dimensions();
        if (d.length != 3 || d[1] < leastSide || d[2] < leastSide) {
            throw new UserError("model.name = " + model + " needs images of at least " + leastSide + " x " + leastSide
                + " pixels, but the data set has samples of " + shape + ".");
        }
    }

    static void needTokens(String model, SampleShape shape) {
        if (shape.vocabulary() < 1 || shape.dimensions().length != 1) {
            throw new UserError("model.name = " + model + " needs sequences of tokens, but the data set has samples of " + shape + ".");
        }
    }
}
