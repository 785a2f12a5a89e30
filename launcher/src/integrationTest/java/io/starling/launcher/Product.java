package io.starling.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The installed product, used as a user would: as a process. */
final class Product {
    static final Path HOME = Path.of(System.getProperty("starling.home"));
    static final Path CONF = Path.of(System.getProperty("starling.conf"));

    /** How a command ended. */
    record Outcome(int exitCode, String out, String err) {
        /** The one JSON object on standard output. */
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    private final Path folder;

    /** @param folder where the commands run */
    Product(Path folder) {
        this.folder = folder;
    }

    Outcome starling(String... arguments) throws Exception {
        return run(Map.of(), command(arguments));
    }

    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("bin/starling").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** A command that is left running; its output goes to files in the folder. */
    Process start(String name, Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
            .redirectOutput(folder.resolve(name + ".out").toFile()).redirectError(folder.resolve(name + ".err").toFile());
        builder.environment().remove("SPARK_HOME");
        builder.environment().putAll(environment);
        return builder.start();
    }

    Outcome run(Map<String, String> environment, List<String> command) throws Exception {
        Process process = start("command", environment, command);
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("hangs: " + command + "\n" + Files.readString(folder.resolve("command.err")));
        }
        return new Outcome(process.exitValue(), Files.readString(folder.resolve("command.out")), Files.readString(folder.resolve("command.err")));
    }

    /** Waits until a run that was started is in the middle of its rounds. */
    void awaitRounds(String name) throws Exception {
        for (int i = 0; i < 1800 && !Pattern.compile("^round [2-9]\\d+/", Pattern.MULTILINE).matcher(errors(name)).find(); i++) {
            Thread.sleep(100);
        }
        Thread.sleep(2000);
    }

    /** How a command that was started ended. */
    Outcome await(String name, Process process, int minutes) throws Exception {
        if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(name + " hangs:\n" + errors(name));
        }
        return new Outcome(process.exitValue(), Files.readString(folder.resolve(name + ".out")), errors(name));
    }

    String errors(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".err"));
    }
}
