package io.starling.dataset.format.leaf;

import com.fasterxml.jackson.databind.JsonNode;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.Characters;
import io.starling.dataset.format.Pictures;
import io.starling.dataset.format.leaf.LeafFile.UserData;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a user's x and y are in one of LEAF's data sets, and how they become samples. */
public interface LeafTask extends Serializable {
    SampleFormat format();

    /** All samples of a user. */
    List<Sample> samples(UserData user, Images images) throws IOException;

    /** Opens a picture by its name in the data set's folder of images. */
    interface Images {
        InputStream open(String name) throws IOException;
    }

    private static int label(UserData user, int sample, int classes) {
        JsonNode y = user.y().get(sample);
        int label = y.isNumber() ? y.asInt() : y.isTextual() && y.asText().matches("\\d{1,6}") ? Integer.parseInt(y.asText()) : -1;
        if (label < 0 || label >= classes) {
            throw user.bad(sample, "the label is " + y + ", but labels go from 0 to " + (classes - 1) + ".");
        }
        return label;
    }

    private static float[] numbers(UserData user, int sample, int wanted) {
        JsonNode x = user.x().get(sample);
        if (!x.isArray() || x.size() != wanted) {
            throw user.bad(sample, "x should be " + wanted + " numbers, but is " + (x.isArray() ? x.size() + " of them." : "not a list."));
        }
        float[] numbers = new float[wanted];
        for (int i = 0; i < wanted; i++) {
            if (!x.get(i).isNumber()) {
                throw user.bad(sample, "x[" + i + "] is " + x.get(i) + ", which is not a number.");
            }
            numbers[i] = (float) x.get(i).asDouble();
        }
        return numbers;
    }

    private static String text(UserData user, int sample, JsonNode node, String what) {
        if (node == null || !node.isTextual()) {
            throw user.bad(sample, what + " should be text, but is " + node + ".");
        }
        return node.asText();
    }

    private static SampleFormat tokenBytes(SampleShape shape) {
        float[] scale = new float[shape.dimensions()[0]];
        Arrays.fill(scale, 1);
        return SampleFormat.bytes(shape, scale, new float[scale.length]);
    }

    /** FEMNIST: handwritten characters, 28 x 28 gray values from 0 to 1, kept as bytes. */
    record Femnist() implements LeafTask {
        private static final SampleShape SHAPE = SampleShape.image(1, 28, 28, 62);

        @Override
        public SampleFormat format() {
            return SampleFormat.bytes(SHAPE, new float[] {1f / 255}, new float[] {0});
        }

        @Override
        public List<Sample> samples(UserData user, Images images) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < user.x().size(); i++) {
                float[] values = numbers(user, i, SHAPE.size());
                byte[] pixels = new byte[values.length];
                for (int p = 0; p < pixels.length; p++) {
                    if (!(values[p] >= 0 && values[p] <= 1)) {
                        throw user.bad(i, "x[" + p + "] is " + values[p] + ", but pixels go from 0 to 1.");
                    }
                    pixels[p] = (byte) Math.round(values[p] * 255);
                }
                samples.add(Sample.of(pixels, label(user, i, SHAPE.classes())).by(user.user()));
            }
            return samples;
        }
    }

    /** CelebA: is the celebrity smiling? Pictures by name, scaled to 84 x 84. */
    record Celeba() implements LeafTask {
        private static final int SIDE = 84;
        private static final SampleShape SHAPE = SampleShape.image(3, SIDE, SIDE, 2);

        @Override
        public SampleFormat format() {
            float[] scale = {1f / 255, 1f / 255, 1f / 255};
            return SampleFormat.bytes(SHAPE, scale, new float[3]);
        }

        @Override
        public List<Sample> samples(UserData user, Images images) throws IOException {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < user.x().size(); i++) {
                String name = text(user, i, user.x().get(i), "x");
                try (InputStream in = images.open(name)) {
                    samples.add(Sample.of(Pictures.square(in, name, SIDE), label(user, i, SHAPE.classes())).by(user.user()));
                } catch (FileNotFoundException e) {
                    throw user.bad(i, "its picture " + name + " is missing in the folder dataset.leaf.images.");
                }
            }
            return samples;
        }
    }

    /** Shakespeare: 80 characters, and the next. */
    record Shakespeare() implements LeafTask {
        private static final int LENGTH = 80;

        @Override
        public SampleFormat format() {
            return tokenBytes(SampleShape.tokens(LENGTH, Characters.COUNT, Characters.COUNT));
        }

        @Override
        public List<Sample> samples(UserData user, Images images) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < user.x().size(); i++) {
                String next = text(user, i, user.y().get(i), "y");
                if (next.length() != 1) {
                    throw user.bad(i, "y should be one character, but is \"" + next + "\".");
                }
                byte[] tokens = Characters.tokens(text(user, i, user.x().get(i), "x"), LENGTH);
                samples.add(Sample.of(tokens, Characters.token(next.charAt(0))).by(user.user()));
            }
            return samples;
        }
    }

    /** Sent140: is a tweet happy? Words hashed into a fixed number of tokens, so that no vocabulary has to be found or shipped. */
    record Sent140(int length, int vocabulary) implements LeafTask {
        private static final int TEXT_COLUMN = 4;

        @Override
        public SampleFormat format() {
            return SampleFormat.floats(SampleShape.tokens(length, vocabulary, 2));
        }

        @Override
        public List<Sample> samples(UserData user, Images images) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < user.x().size(); i++) {
                JsonNode x = user.x().get(i);
                // LEAF keeps the whole row of the original table; the tweet is its fifth column.
                String tweet = text(user, i, x.isArray() ? x.get(TEXT_COLUMN) : x, "the tweet");
                JsonNode y = user.y().get(i);
                int sentiment = y.asInt(-1);
                if (sentiment != 0 && sentiment != 1 && sentiment != 4) {
                    throw user.bad(i, "the label is " + y + ", but should be 0 (sad) or 1 or 4 (happy).");
                }
                samples.add(Sample.of(hashed(tweet), sentiment == 0 ? 0 : 1).by(user.user()));
            }
            return samples;
        }

        private float[] hashed(String tweet) {
            String[] words = Arrays.stream(tweet.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}'@#]+")).filter(w -> !w.isEmpty()).toArray(String[]::new);
            float[] tokens = new float[length];
            int used = Math.min(length, words.length);
            for (int i = 0; i < used; i++) {
                // Token 0 is padding, which stands in front.
                tokens[length - used + i] = 1 + Math.floorMod(words[i].hashCode() * 0x9E3779B9, vocabulary - 1);
            }
            return tokens;
        }
    }

    /**
     * Reddit: ten words, and the next.
     *
     * @param words token of each known word, from 2; 0 is padding, 1 any other word
     */
    record Reddit(Map<String, Integer> words) implements LeafTask {
        public static final String PAD = "<PAD>";
        private static final int LENGTH = 10;
        private static final int UNKNOWN = 1;

        @Override
        public SampleFormat format() {
            int vocabulary = words.size() + 2;
            return SampleFormat.floats(SampleShape.tokens(LENGTH, vocabulary, vocabulary));
        }

        @Override
        public List<Sample> samples(UserData user, Images images) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < user.x().size(); i++) {
                JsonNode targets = user.y().get(i) == null ? null : user.y().get(i).get("target_tokens");
                JsonNode sequences = user.x().get(i);
                if (targets == null || targets.size() != sequences.size()) {
                    throw user.bad(i, "y should have target_tokens for each of x's " + sequences.size() + " sequences.");
                }
                for (int s = 0; s < sequences.size(); s++) {
                    Sample sample = sample(sequences.get(s), targets.get(s));
                    if (sample != null) {
                        samples.add(sample.by(user.user()));
                    }
                }
            }
            return samples;
        }

        /** The sequence up to its last real target; null if there is none. */
        private Sample sample(JsonNode sequence, JsonNode target) {
            int last = Math.min(sequence.size(), target.size()) - 1;
            while (last >= 0 && target.get(last).asText().equals(PAD)) {
                last--;
            }
            if (last < 0) {
                return null;
            }
            float[] tokens = new float[LENGTH];
            for (int i = 0; i < Math.min(LENGTH, last + 1); i++) {
                tokens[LENGTH - 1 - i] = token(sequence.get(last - i).asText());
            }
            return Sample.of(tokens, token(target.get(last).asText()));
        }

        private int token(String word) {
            return word.equals(PAD) ? 0 : words.getOrDefault(word, UNKNOWN);
        }

        /** The words of a user's sequences, for counting. */
        public static List<String> wordsOf(UserData user) {
            List<String> found = new ArrayList<>();
            user.x().forEach(post -> post.forEach(sequence -> sequence.forEach(word -> found.add(word.asText()))));
            return found;
        }
    }

    /** Synthetic, and whatever else is lists of numbers with a class. */
    record Numbers(int features, int classes) implements LeafTask {
        @Override
        public SampleFormat format() {
            return SampleFormat.floats(SampleShape.vector(features, classes));
        }

        @Override
        public List<Sample> samples(UserData user, Images images) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < user.x().size(); i++) {
                samples.add(Sample.of(numbers(user, i, features), label(user, i, classes)).by(user.user()));
            }
            return samples;
        }

        /** Number of features of a user's first sample, and one more than the largest label. */
        public static int[] extent(UserData user) {
            int largest = 0;
            for (JsonNode y : user.y()) {
                largest = Math.max(largest, y.asInt());
            }
            return new int[] {user.x().get(0).size(), largest + 1};
        }
    }
}
