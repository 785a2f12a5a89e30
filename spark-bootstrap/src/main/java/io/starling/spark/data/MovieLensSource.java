package io.starling.spark.data;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.BadData;
import io.starling.dataset.partition.Stratified;
import io.starling.node.RunKeys;
import io.starling.random.KeyedRandom;
import io.starling.spark.data.file.DataFiles;
import io.starling.spark.data.file.FileSlice;
import io.starling.spark.data.file.Lines;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * MovieLens' ratings: {@code ratings.csv} with user, film, rating, and a time that is not used. Users and films are numbered from 0
 * in the order of their numbers; a sample is (user, film) with the rating to be predicted. Of every user's ratings a random part is for testing.
 */
final class MovieLensSource implements DatasetSource {
    static final Key<Double> TEST = Key.number("dataset.movielens.test-fraction").check(v -> v >= 0 && v < 1, "at least 0 and below 1").orElse(0.3)
        .doc("The part of every user's ratings that is for testing.");
    private static final Pattern RATINGS = Pattern.compile("ratings\\.csv(\\.\\w+)?");
    private static final int FEATURES = 2;

    private final Broadcast<long[]> users;
    private final Broadcast<long[]> films;
    private final RankedSamples ranked;
    private final Stratified held;

    /** A line of the file. */
    private record Rating(long user, long film, float rating) implements Serializable {
        static Rating parse(Lines.Line line) {
            String[] cells = line.text().split(",");
            try {
                return new Rating(Long.parseLong(cells[0].strip()), Long.parseLong(cells[1].strip()), Float.parseFloat(cells[2].strip()));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw BadData.atByte(line.file(), line.offset(), "\"" + line.text() + "\" should be userId,movieId,rating,timestamp.");
            }
        }
    }

    private MovieLensSource(JavaSparkContext spark, String path, double testFraction, long seed) {
        DataFiles files = new DataFiles(spark);
        List<FileSlice> slices = files.cut(files.find(DataKeys.PATH.name(), path, RATINGS));
        if (slices.isEmpty()) {
            throw new UserError("dataset.path = " + path + " has no file ratings.csv: it should be a folder of MovieLens.");
        }
        JavaRDD<Rating> ratings = files.read(slices, Lines::in).filter(line -> !line.text().startsWith("userId")).map(Rating::parse);
        users = spark.broadcast(ids(ratings.map(Rating::user)));
        films = spark.broadcast(ids(ratings.map(Rating::film)));
        Broadcast<long[]> knownUsers = users;
        Broadcast<long[]> knownFilms = films;
        JavaRDD<Sample> samples = ratings.map(r -> Sample.of(new float[] {Arrays.binarySearch(knownUsers.value(), r.user),
            Arrays.binarySearch(knownFilms.value(), r.film)}, r.rating).by(String.valueOf(r.user)));
        ranked = RankedSamples.of(samples, users.value().length, sample -> (int) sample.floats()[0]);
        held = new Stratified(ranked.census(), testFraction, KeyedRandom.key(seed, "movielens"));
    }

    private static long[] ids(JavaRDD<Long> all) {
        return all.distinct().collect().stream().mapToLong(Long::longValue).sorted().toArray();
    }

    @Override
    public SampleFormat format() {
        return SampleFormat.floats(SampleShape.vector(FEATURES, 0));
    }

    @Override
    public JavaRDD<Sample> train() {
        Stratified test = held;
        return ranked.map((sample, user, rankOfUser, rank) -> test.contains(user, rankOfUser) ? null : sample);
    }

    @Override
    public JavaRDD<Sample> test() {
        Stratified test = held;
        return test.count() == 0 ? null : ranked.map((sample, user, rankOfUser, rank) -> test.contains(user, rankOfUser) ? sample : null);
    }

    /** Chosen by {@code dataset.kind = movielens}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "movielens";
        }

        @Override
        public String doc() {
            return "Ratings of films (ratings.csv of MovieLens), to be predicted from user and film.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(TEST);
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            return new MovieLensSource(spark, DataKeys.path(settings, name()), settings.get(TEST), settings.get(RunKeys.SEED));
        }
    }
}
