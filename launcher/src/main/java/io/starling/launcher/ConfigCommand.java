package io.starling.launcher;

import io.starling.config.ConfigReference;
import io.starling.config.KeyTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code starling config}: every configuration key there is. */
@Command(name = "config", mixinStandardHelpOptions = true, description = "Prints the configuration reference: all keys and all modules.")
final class ConfigCommand implements Callable<Integer> {
    @Option(names = "--markdown", description = "As the page docs/configuration.md.")
    private boolean markdown;

    @Override
    public Integer call() {
        ConfigReference reference = new ConfigReference(KeyTable.load());
        System.out.print(markdown ? reference.markdown() : reference.text());
        return 0;
    }
}
