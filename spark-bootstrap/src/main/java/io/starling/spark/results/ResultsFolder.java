package io.starling.spark.results;

import io.starling.config.UserError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A run's folder on any Hadoop file system.
 *
 * <pre>
 * results.path/
 *   &lt;run id&gt;/
 *     live/rounds/….jsonl       appended while the run goes on: small files, each complete when it appears
 *     rounds/….parquet          at the end, in place of the live ones; likewise evaluations, failures, runs, labels
 * </pre>
 */
public final class ResultsFolder {
    private static final String LIVE = "live";
    private static final String REWOUND = "rewound";

    private final Path path;
    private final FileSystem fileSystem;

    public ResultsFolder(String path, Configuration hadoop) throws IOException {
        Path given = new Path(path);
        fileSystem = given.getFileSystem(hadoop);
        this.path = fileSystem.makeQualified(given);
    }

    /** Makes the folder of a new run, and shows that it can be written to. */
    public static ResultsFolder create(String resultsPath, String runId, Configuration hadoop) {
        try {
            ResultsFolder folder = new ResultsFolder(resultsPath + "/" + runId, hadoop);
            if (!folder.fileSystem.mkdirs(folder.path)) {
                throw new IOException("the folder cannot be made");
            }
            Path probe = new Path(folder.path, "_probe");
            folder.fileSystem.create(probe, true).close();
            folder.fileSystem.delete(probe, false);
            return folder;
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("Results cannot be written to results.path = " + resultsPath + ": " + firstLine(e)
                + ". Give a folder that you may write to, or make this one writable.", e);
        }
    }

    /** The folders of all runs in a folder, or the folder itself if it is a run's; in any order. */
    static List<ResultsFolder> runsIn(String path, Configuration hadoop) throws IOException {
        ResultsFolder itself = new ResultsFolder(path, hadoop);
        if (itself.isRun()) {
            return List.of(itself);
        }
        List<ResultsFolder> found = new ArrayList<>();
        if (itself.fileSystem.exists(itself.path)) {
            for (FileStatus child : itself.fileSystem.listStatus(itself.path)) {
                ResultsFolder folder = new ResultsFolder(child.getPath().toString(), hadoop);
                if (child.isDirectory() && folder.isRun()) {
                    found.add(folder);
                }
            }
        }
        return found;
    }

    /** The run in a folder, or of those in it the one that was begun last. */
    public static ResultsFolder latestRun(String path, Configuration hadoop) throws IOException {
        ResultsFolder latest = null;
        String latestTime = "";
        for (ResultsFolder run : runsIn(path, hadoop)) {
            // A run's id is its name, the time it began, and four digits.
            String time = run.path.getName().replaceFirst(".*-(\\d{8}-\\d{6}-\\p{XDigit}{4})$", "$1");
            if (latest == null || time.compareTo(latestTime) > 0) {
                latest = run;
                latestTime = time;
            }
        }
        if (latest == null) {
            throw new UserError("There is no run in " + path + ": give the folder of a run, as `starling run` prints it when it starts, or one that holds such folders.");
        }
        return latest;
    }

    private static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage());
        return message.lines().findFirst().orElse(e.toString());
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    /** Whether there is a run in this folder, going on or over. */
    public boolean isRun() throws IOException {
        return isFinal(ResultTable.RUNS) || hasLive(ResultTable.RUNS);
    }

    /** Whether the tables have their final form: the run is over, and was not cancelled. */
    public boolean isFinal() throws IOException {
        return isFinal(ResultTable.RUNS) && !fileSystem.exists(new Path(path, LIVE));
    }

    public Path path() {
        return path;
    }

    /** Where the rows of a table are, for who reads them now: the final table if there is one, else the live files. */
    Path live(ResultTable<?> table) {
        return new Path(new Path(path, LIVE), table.name());
    }

    Path table(ResultTable<?> table) {
        return new Path(path, table.name());
    }

    boolean isFinal(ResultTable<?> table) throws IOException {
        return fileSystem.exists(new Path(table(table), "_SUCCESS"));
    }

    boolean hasLive(ResultTable<?> table) throws IOException {
        return fileSystem.exists(live(table));
    }

    void deleteLive() throws IOException {
        fileSystem.delete(new Path(path, LIVE), true);
    }

    void deleteTable(ResultTable<?> table) throws IOException {
        fileSystem.delete(table(table), true);
    }

    Path rewound(ResultTable<?> table) {
        return new Path(new Path(path, REWOUND), table.name());
    }

    /** Puts the rewound tables in the place of whatever there is. */
    void replaceByRewound() throws IOException {
        deleteLive();
        for (ResultTable<?> table : ResultTable.all()) {
            deleteTable(table);
        }
        if (!fileSystem.rename(new Path(path, REWOUND), new Path(path, LIVE))) {
            throw new IOException("cannot rename " + new Path(path, REWOUND));
        }
    }

    /** Writes rows as a new live file, which appears complete or not at all. */
    void writeLive(ResultTable<?> table, String file, List<String> rows) throws IOException {
        Path folder = live(table);
        fileSystem.mkdirs(folder);
        Path hidden = new Path(folder, "_" + file);
        try (OutputStream out = fileSystem.create(hidden, true)) {
            for (String row : rows) {
                out.write(row.getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        }
        if (!fileSystem.rename(hidden, new Path(folder, file))) {
            throw new IOException("cannot rename " + hidden);
        }
    }
}
