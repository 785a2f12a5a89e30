package io.starling.launcher;

import io.starling.config.UserError;
import io.starling.engine.KernelSet;
import io.starling.model.zoo.ZooBenchmark;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling bench}: how fast this machine is. */
@Command(name = "bench", mixinStandardHelpOptions = true, description = "Measures this machine.", subcommands = BenchCommand.Engine.class)
final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to measure: starling bench engine.");
    }

    /** {@code starling bench engine}. */
    @Command(name = "engine", mixinStandardHelpOptions = true, description = "Training and evaluation speed of the models, on one core.")
    static final class Engine implements Callable<Integer> {
        @Option(names = "--kernels", paramLabel = "SET", description = "vector, openblas or plain; without it, the best there is.")
        private String kernels;

        @Option(names = "--seconds", paramLabel = "S", defaultValue = "3", description = "How long to measure each model (default: ${DEFAULT-VALUE}).")
        private double seconds;

        @Override
        public Integer call() {
            ZooBenchmark.run(kernels == null ? KernelSet.best() : named(kernels), Duration.ofMillis((long) (seconds * 1000)), System.out::println);
            return 0;
        }

        private static KernelSet named(String label) {
            KernelSet set = Arrays.stream(KernelSet.values()).filter(k -> k.label().equals(label)).findFirst().orElseThrow(() -> new UserError(
                "--kernels " + label + " is not known; there are: " + Arrays.stream(KernelSet.values()).map(KernelSet::label).collect(Collectors.joining(", ")) + "."));
            if (!set.state().usable()) {
                throw new UserError("--kernels " + label + " cannot be used here: " + set.state().reason() + ".");
            }
            return set;
        }
    }
}
