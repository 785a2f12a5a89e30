package io.starling.launcher;

import io.starling.config.UserError;
import io.starling.spark.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The command line.
 *
 * <p>Exit codes: 0 all went well; 1 the run or the program failed; 2 what the user gave cannot be used, and nothing was started.
 */
@Command(name = "starling", mixinStandardHelpOptions = true, versionProvider = Starling.VersionLine.class,
    description = "Decentralized learning on Apache Spark clusters.",
    subcommands = {RunCommand.class, WatchCommand.class, SweepCommand.class, ReportCommand.class, CompareCommand.class, SqlCommand.class, ImportCommand.class, DataCommand.class, BaselineCommand.class,
        GraphCommand.class, ConfigCommand.class, DoctorCommand.class, BenchCommand.class, CommandLine.HelpCommand.class})
public final class Starling implements Runnable {
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /** Without a command: what there is. */
    @Override
    public void run() {
        spec.commandLine().usage(System.err);
        throw new CommandLine.ParameterException(spec.commandLine(), "No command was given.");
    }

    public static void main(String[] arguments) {
        int code = commandLine().execute(arguments);
        // Spark leaves threads behind that would keep the JVM alive. In a cluster's own driver process Spark ends the JVM, and
        // an exit there would count as a failed application.
        if (code != 0 || System.getProperty("spark.yarn.app.id") == null) {
            System.exit(code);
        }
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Starling());
        commandLine.setExecutionExceptionHandler((error, command, parsed) -> {
            if (error instanceof UserError) {
                System.err.println("starling: " + error.getMessage());
                return BAD_INPUT;
            }
            System.err.println("starling: " + (error.getMessage() == null ? error.toString() : error.getMessage()));
            error.printStackTrace(System.err);
            return FAILED;
        });
        commandLine.setParameterExceptionHandler((error, arguments) -> {
            System.err.println("starling: " + error.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(error, System.err);
            System.err.println("Try `" + error.getCommandLine().getCommandSpec().qualifiedName() + " --help`.");
            return BAD_INPUT;
        });
        return commandLine;
    }

    /** For {@code --version}. */
    static final class VersionLine implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {Version.current().toString()};
        }
    }
}
