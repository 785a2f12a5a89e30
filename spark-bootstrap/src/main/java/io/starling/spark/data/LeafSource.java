package io.starling.spark.data;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.format.leaf.LeafFile;
import io.starling.dataset.format.leaf.LeafTask;
import io.starling.spark.data.file.DataFiles;
import io.starling.spark.data.file.FileSlice;
import io.starling.spark.data.file.OpenFiles;
import io.starling.spark.data.file.Pull;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * LEAF's JSON files: {@code train/*.json} and {@code test/*.json} in the folder, or only files to train on. A file is read by one task, a
 * user at a time.
 */
final class LeafSource implements DatasetSource {
    static final Key<String> TASK = Key.string("dataset.leaf.task").oneOf("femnist", "celeba", "shakespeare", "sent140", "reddit", "numbers").orElse("numbers")
        .doc("Which of LEAF's data sets it is; numbers: Synthetic, or any other whose x are lists of numbers.");
    static final Key<String> IMAGES = Key.string("dataset.leaf.images").optional()
        .doc("Folder with CelebA's pictures; without it, the folder images beside train and test.");
    static final Key<Integer> VOCABULARY = Key.integer("dataset.leaf.vocabulary").atLeast(3).orElse(10_000)
        .doc("Tokens for words: of reddit the most frequent words, with padding and one for all others; of sent140 words are hashed into as many.");
    static final Key<Integer> WORDS = Key.integer("dataset.leaf.words").atLeast(1).orElse(25).doc("Words of a tweet that are used in sent140.");
    private static final Pattern JSON = Pattern.compile(".*\\.json(\\.\\w+)?");

    private final DataFiles files;
    private final List<FileSlice> train;
    private final List<FileSlice> test;
    private final LeafTask task;
    private final String images;

    private LeafSource(DataFiles files, String path, Settings settings) throws IOException {
        this.files = files;
        boolean divided = exists(path + "/train");
        train = files.whole(files.find(DataKeys.PATH.name(), divided ? path + "/train" : path, JSON));
        test = divided && exists(path + "/test") ? files.whole(files.find(DataKeys.PATH.name(), path + "/test", JSON)) : List.of();
        if (train.isEmpty()) {
            throw new UserError("dataset.path = " + path + " has no files *.json: it should be the data folder of one of LEAF's data sets, with train and test in it.");
        }
        images = settings.has(IMAGES) ? settings.get(IMAGES) : path + "/images";
        task = task(settings);
    }

    private boolean exists(String path) throws IOException {
        Path folder = new Path(path);
        return folder.getFileSystem(files.hadoop()).exists(folder);
    }

    private LeafTask task(Settings settings) {
        return switch (settings.get(TASK)) {
            case "femnist" -> new LeafTask.Femnist();
            case "celeba" -> new LeafTask.Celeba();
            case "shakespeare" -> new LeafTask.Shakespeare();
            case "sent140" -> new LeafTask.Sent140(settings.get(WORDS), settings.get(VOCABULARY));
            case "reddit" -> new LeafTask.Reddit(mostFrequentWords(settings.get(VOCABULARY) - 2));
            default -> numbers(settings);
        };
    }

    /** Only the words that are used come to the driver. Of equally frequent ones, the first by name. */
    private Map<String, Integer> mostFrequentWords(int count) {
        List<Tuple2<String, Long>> frequent = users(train, user -> LeafTask.Reddit.wordsOf(user).iterator())
            .filter(word -> !word.equals(LeafTask.Reddit.PAD)).mapToPair(word -> new Tuple2<>(word, 1L)).reduceByKey(Long::sum)
            .takeOrdered(count, (Comparator<Tuple2<String, Long>> & java.io.Serializable) (a, b) ->
                a._2.equals(b._2) ? a._1.compareTo(b._1) : Long.compare(b._2, a._2));
        Map<String, Integer> words = new HashMap<>();
        frequent.forEach(word -> words.put(word._1, words.size() + 2));
        return words;
    }

    private LeafTask numbers(Settings settings) {
        JavaRDD<int[]> extents = users(train, user -> List.of(LeafTask.Numbers.extent(user)).iterator());
        int[] extent = extents.reduce((a, b) -> new int[] {Math.max(a[0], b[0]), Math.max(a[1], b[1])});
        return new LeafTask.Numbers(extent[0], settings.has(DataKeys.CLASSES) ? settings.get(DataKeys.CLASSES) : extent[1]);
    }

    /** What is made of a user's data. */
    private interface OfUser<T> extends java.io.Serializable {
        Iterator<T> of(LeafFile.UserData user) throws IOException;
    }

    private <T> JavaRDD<T> users(List<FileSlice> slices, OfUser<T> function) {
        return files.read(slices, (slice, open) -> Pull.flat(leaf(slice, open)::next, function::of));
    }

    private static LeafFile leaf(FileSlice slice, OpenFiles open) throws IOException {
        return LeafFile.open(open.open(slice.file()), slice.file());
    }

    @Override
    public SampleFormat format() {
        return task.format();
    }

    @Override
    public JavaRDD<Sample> train() {
        return samples(train);
    }

    @Override
    public JavaRDD<Sample> test() {
        return test.isEmpty() ? null : samples(test);
    }

    private JavaRDD<Sample> samples(List<FileSlice> slices) {
        LeafTask meaning = task;
        String folder = images;
        return files.read(slices, (slice, open) ->
            Pull.flat(leaf(slice, open)::next, user -> meaning.samples(user, name -> open.openApart(folder + "/" + name)).iterator()));
    }

    /** Chosen by {@code dataset.kind = leaf}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "leaf";
        }

        @Override
        public String doc() {
            return "JSON files of LEAF: FEMNIST, CelebA, Shakespeare, Sent140, Reddit, Synthetic.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(TASK, IMAGES, VOCABULARY, WORDS);
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            String path = DataKeys.path(settings, name());
            try {
                return new LeafSource(new DataFiles(spark), path, settings);
            } catch (IOException e) {
                throw new UserError("dataset.path = " + path + " cannot be read: " + e.getMessage(), e);
            }
        }
    }
}
