package io.starling.spark.graph;

import io.starling.config.UserError;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import io.starling.graph.file.GraphFile;
import io.starling.graph.file.GraphFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Graph files on any Hadoop file system. */
public final class GraphFiles {
    private GraphFiles() {
    }

    /** The text of a graph file, as {@link GraphFile#read} takes it. */
    public static String text(String file, Configuration hadoop) {
        try {
            Path path = new Path(file);
            try (InputStream in = path.getFileSystem(hadoop).open(path)) {
                return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(in.readAllBytes())).toString();
            }
        } catch (FileNotFoundException | NoSuchFileException e) {
            throw new UserError("There is no graph file " + file + "; correct the path (graph.file), or write a graph to it with: "
                + "starling graph KIND --nodes N -o " + file, e);
        } catch (CharacterCodingException e) {
            throw new UserError("The graph file " + file + " is not text in UTF-8, but something else; graphs in Parquet have names that end with "
                + GraphFormat.TABLE_ENDING + ".", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("The graph file " + file + " (graph.file) cannot be read: " + e.getMessage(), e);
        }
    }

    /** Writes a graph as text; overwrites what is there. */
    public static void write(Topology topology, Weights weights, GraphFormat format, int rounds, String file, Configuration hadoop) {
        String text = GraphFile.write(topology, weights, format, rounds);
        try {
            Path path = new Path(file);
            try (var out = path.getFileSystem(hadoop).create(path, true)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("The file " + file + " cannot be written: " + e.getMessage() + "; choose a folder that can be written to.", e);
        }
    }
}
