package io.starling.spark.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Follows the rows of a run as they appear, without Spark: all task slots may be taken by the nodes.
 *
 * <p>Live files are complete when they appear and are never changed, so each is read once.
 */
public final class LiveRows {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ResultsFolder folder;
    private final List<ResultTable<?>> tables;
    private final Set<Path> read = new HashSet<>();

    public LiveRows(ResultsFolder folder, ResultTable<?>... tables) {
        this.folder = folder;
        this.tables = List.of(tables);
    }

    /** Hands over the rows that have appeared since the last time; returns how many. */
    public int poll(BiConsumer<ResultTable<?>, JsonNode> rows) throws IOException {
        int count = 0;
        for (ResultTable<?> table : tables) {
            for (Path file : newFiles(table)) {
                count += read(table, file, rows);
            }
        }
        return count;
    }

    private List<Path> newFiles(ResultTable<?> table) throws IOException {
        Path live = folder.live(table);
        FileSystem files = folder.fileSystem();
        try {
            return Arrays.stream(files.listStatus(live, LiveRows::isComplete))
                .map(FileStatus::getPath).filter(path -> !read.contains(path)).sorted().toList();
        } catch (FileNotFoundException e) {
            return List.of(); // nothing yet, or the final table has taken its place
        }
    }

    /** By the rules of Spark, which reads these files, too: of a resumed run they are its own. */
    private static boolean isComplete(Path path) {
        return path.getName().matches("[^_.].*\\.jsonl?");
    }

    private int read(ResultTable<?> table, Path file, BiConsumer<ResultTable<?>, JsonNode> rows) throws IOException {
        int count = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(folder.fileSystem().open(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                rows.accept(table, JSON.readTree(line));
                count++;
            }
        } catch (FileNotFoundException e) {
            return count; // the final table has just taken its place
        }
        read.add(file);
        return count;
    }
}
