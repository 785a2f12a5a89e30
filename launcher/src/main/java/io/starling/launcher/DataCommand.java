package io.starling.launcher;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code starling data}: data sets, apart from any run. */
@Command(name = "data", mixinStandardHelpOptions = true, description = "Looks into data sets, converts them, and draws how a run divided its own.",
    subcommands = {DataInspectCommand.class, DataConvertCommand.class, DataPictureCommand.class})
final class DataCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Say what to do: starling data inspect, convert or picture.");
    }
}
