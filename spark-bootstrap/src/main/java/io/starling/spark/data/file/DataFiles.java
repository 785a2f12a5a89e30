package io.starling.spark.data.file;

import io.starling.config.UserError;
import io.starling.dataset.format.BadData;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.reflect.ClassTag$;

/** Finds the files of a data set on any Hadoop file system, cuts them into slices, and has Spark read those in order. */
public final class DataFiles {
    private static final long SLICE_BYTES = 16 << 20;

    private final JavaSparkContext spark;
    private final Configuration hadoop;

    public DataFiles(JavaSparkContext spark) {
        this.spark = spark;
        hadoop = spark.hadoopConfiguration();
    }

    public Configuration hadoop() {
        return hadoop;
    }

    /**
     * The files at a path, by name: itself if it is a file, those in it if it is a folder, those that match if it is a pattern.
     * Hidden ones ({@code _SUCCESS}, {@code .crc}) do not count.
     *
     * @param key   the configuration key that the path comes from
     * @param names which files of a folder
     */
    public List<FileStatus> find(String key, String path, Pattern names) {
        try {
            Path given = new Path(path);
            FileSystem fileSystem = given.getFileSystem(hadoop);
            FileStatus[] matching = fileSystem.globStatus(given);
            if (matching == null || matching.length == 0) {
                throw new UserError(key + " = " + path + ": there is no such file or folder.");
            }
            List<FileStatus> files = new ArrayList<>();
            for (FileStatus match : matching) {
                if (match.isFile()) {
                    files.add(match);
                } else {
                    Arrays.stream(fileSystem.listStatus(match.getPath()))
                        .filter(f -> f.isFile() && !isHidden(f) && names.matcher(f.getPath().getName()).matches()).forEach(files::add);
                }
            }
            files.sort(Comparator.comparing((FileStatus f) -> f.getPath().toString()));
            for (FileStatus file : files) {
                if (file.getLen() == 0) {
                    throw BadData.in(file.getPath().toString(), "the file is empty.");
                }
            }
            return files;
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError(key + " = " + path + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isHidden(FileStatus file) {
        return file.getPath().getName().startsWith("_") || file.getPath().getName().startsWith(".");
    }

    /** Whole files, one slice each. */
    public List<FileSlice> whole(List<FileStatus> files) {
        return files.stream().map(file -> slice(file, 0, file.getLen())).toList();
    }

    /** Plain files cut into pieces of about 16 MB, compressed ones whole. */
    public List<FileSlice> cut(List<FileStatus> files) {
        return cut(files, 0, 1);
    }

    /** Likewise, but cut only between records. */
    public List<FileSlice> cut(List<FileStatus> files, long headerBytes, long recordBytes) {
        long step = Math.max(1, SLICE_BYTES / recordBytes) * recordBytes;
        List<FileSlice> slices = new ArrayList<>();
        for (FileStatus file : files) {
            if (OpenFiles.isCompressed(file.getPath(), hadoop)) {
                slices.add(slice(file, headerBytes, Long.MAX_VALUE));
                continue;
            }
            for (long from = headerBytes; from < file.getLen(); from += step) {
                slices.add(slice(file, from, Math.min(file.getLen(), from + step)));
            }
        }
        return slices;
    }

    private FileSlice slice(FileStatus file, long from, long to) {
        boolean compressed = OpenFiles.isCompressed(file.getPath(), hadoop);
        return new FileSlice(file.getPath().toString(), from, compressed ? Long.MAX_VALUE : to, compressed, hosts(file, from));
    }

    private String[] hosts(FileStatus file, long from) {
        try {
            BlockLocation[] blocks = file.getPath().getFileSystem(hadoop).getFileBlockLocations(file, from, 1);
            return blocks.length == 0 ? new String[0] : Arrays.stream(blocks[0].getHosts()).filter(h -> !h.equals("localhost")).toArray(String[]::new);
        } catch (IOException e) {
            return new String[0];
        }
    }

    /** Reads what is in a slice. */
    public interface SliceReader<T> extends Serializable {
        Iterator<T> read(FileSlice slice, OpenFiles files) throws IOException;
    }

    /** A partition a slice, in order; each is read where its bytes are, if there is room. */
    public <T> JavaRDD<T> read(List<FileSlice> slices, SliceReader<T> reader) {
        Broadcast<SerializableConfiguration> conf = spark.broadcast(new SerializableConfiguration(hadoop));
        List<Tuple2<FileSlice, Seq<String>>> placed = slices.stream()
            .map(slice -> new Tuple2<>(slice, JavaConverters.asScalaBuffer(Arrays.asList(slice.hosts())).toSeq())).toList();
        JavaRDD<FileSlice> rdd = JavaRDD.fromRDD(
            spark.sc().makeRDD(JavaConverters.asScalaBuffer(placed).toSeq(), ClassTag$.MODULE$.apply(FileSlice.class)),
            ClassTag$.MODULE$.apply(FileSlice.class));
        return rdd.mapPartitions(part -> {
            FileSlice slice = part.next();
            OpenFiles files = new OpenFiles(conf.value().value());
            TaskContext.get().addTaskCompletionListener(context -> {
                try {
                    files.close();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            return reader.read(slice, files);
        });
    }
}
