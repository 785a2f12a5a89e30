package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.Characters;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(WithSpark.class)
class LeafSourceTest {
    @TempDir
    Path folder;

    private static String leaf(String userData, String users, String counts) {
        return "{\"users\": [" + users + "], \"num_samples\": [" + counts + "], \"hierarchies\": [], \"user_data\": {" + userData + "}}";
    }

    private void train(String json) {
        Written.text(folder.resolve("train/all_data_0.json"), json);
    }

    private List<Sample> read(String task, String... more) {
        String[] assignments = new String[more.length + 1];
        assignments[0] = "dataset.leaf.task=" + task;
        System.arraycopy(more, 0, assignments, 1, more.length);
        return UserErrors.unwrapped(() -> Written.open("leaf", folder, assignments).train().collect());
    }

    @Test
    void numbersOfSeveralUsersAndFiles() {
        train(leaf("\"b\": {\"x\": [[1, 2.5], [3, 4]], \"y\": [0, 2]}", "\"b\"", "2"));
        Written.bytes(folder.resolve("train/all_data_1.json.gz"), Written.gzip(leaf("\"a\": {\"y\": [1], \"x\": [[5, 6]]}", "\"a\"", "1").getBytes(StandardCharsets.UTF_8)));
        Written.text(folder.resolve("test/t.json"), leaf("\"b\": {\"x\": [[7, 8]], \"y\": [1]}", "\"b\"", "1"));
        DatasetSource source = Written.open("leaf", folder);
        assertThat(source.format().shape()).isEqualTo(SampleShape.vector(2, 3));
        assertThat(source.train().collect()).extracting(Sample::user).containsExactly("b", "b", "a");
        assertThat(source.train().collect()).extracting(s -> s.floats()[1]).containsExactly(2.5f, 4f, 6f);
        assertThat(source.test().collect()).extracting(Sample::label).containsExactly(1);
    }

    @Test
    void femnistPixelsAreBytes() {
        String pixels = String.join(",", Collections.nCopies(783, "1.0")) + ",0.2";
        train(leaf("\"f1\": {\"x\": [[" + pixels + "]], \"y\": [61]}", "\"f1\"", "1"));
        Sample sample = read("femnist").get(0);
        assertThat(sample.label()).isEqualTo(61);
        assertThat(sample.bytes()[0] & 0xFF).isEqualTo(255);
        assertThat(sample.bytes()[783]).isEqualTo((byte) 51);
    }

    @Test
    void celebaReadsItsPictures() throws IOException {
        train(leaf("\"7\": {\"x\": [\"red.png\"], \"y\": [\"1\"]}", "\"7\"", "1"));
        BufferedImage picture = new BufferedImage(178, 218, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        graphics.setColor(new Color(200, 10, 20));
        graphics.fillRect(0, 0, 178, 218);
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(picture, "png", png);
        Written.bytes(folder.resolve("images/red.png"), png.toByteArray());
        Sample sample = read("celeba").get(0);
        assertThat(sample.bytes()).hasSize(3 * 84 * 84);
        assertThat(sample.bytes()[84 * 84 - 1] & 0xFF).isEqualTo(200);
        assertThat(sample.bytes()[3 * 84 * 84 - 1] & 0xFF).isEqualTo(20);
        train(leaf("\"7\": {\"x\": [\"red.png\", \"blue.png\"], \"y\": [1, 0]}", "\"7\"", "2"));
        assertThatThrownBy(() -> read("celeba")).isInstanceOf(UserError.class).hasMessageContaining("user 7, sample 1").hasMessageContaining("blue.png is missing");
    }

    @Test
    void shakespeareCharacters() {
        String line = "To be, or not to be, that is the question: Whether 'tis nobler in the mind to su";
        train(leaf("\"HAMLET\": {\"x\": [\"" + line + "\"], \"y\": [\"f\"]}", "\"HAMLET\"", "1"));
        Sample sample = read("shakespeare").get(0);
        assertThat(sample.bytes()).hasSize(80).isEqualTo(Characters.tokens(line, 80));
        assertThat(sample.label()).isEqualTo(Characters.token('f'));
        assertThat(Characters.COUNT).isEqualTo(92);
    }

    @Test
    void sent140AndRedditWords() {
        train(leaf("\"u\": {\"x\": [[1, \"Mon\", \"NO_QUERY\", \"u\", \"So happy today!\", \"training\"], [2, \"\", \"\", \"\", \"so SAD\", \"\"]], \"y\": [\"4\", 0]}", "\"u\"", "2"));
        List<Sample> tweets = read("sent140", "dataset.leaf.words=4", "dataset.leaf.vocabulary=1000");
        assertThat(tweets).extracting(Sample::label).containsExactly(1, 0);
        assertThat(tweets.get(0).floats()[0]).isZero();
        assertThat(tweets.get(0).floats()[1]).isEqualTo(tweets.get(1).floats()[2]).isBetween(1f, 999f);

        train(leaf("\"r\": {\"x\": [[[\"<BOS>\", \"a\", \"b\", \"<PAD>\"], [\"a\", \"a\", \"zz\", \"b\"]]], "
            + "\"y\": [{\"target_tokens\": [[\"a\", \"b\", \"<EOS>\", \"<PAD>\"], [\"a\", \"zz\", \"b\", \"a\"]], \"count_tokens\": [3, 4]}]}", "\"r\"", "1"));
        List<Sample> posts = read("reddit", "dataset.leaf.vocabulary=4");
        assertThat(posts).hasSize(2);
        assertThat(posts.get(0).floats()).containsExactly(0, 0, 0, 0, 0, 0, 0, 1, 2, 3);
        assertThat(posts.get(1).label()).isEqualTo(2);
    }

    @Test
    void badFilesAreNamedWithUserAndReason() {
        train(leaf("\"a\": {\"x\": [[1], [2, 3]], \"y\": [0, 1]}", "\"a\"", "2"));
        assertThatThrownBy(() -> read("numbers")).isInstanceOf(UserError.class).hasMessageContaining("all_data_0.json, user a, sample 1").hasMessageContaining("1 numbers");
        train(leaf("\"a\": {\"x\": [], \"y\": []}", "\"a\"", "0"));
        assertThatThrownBy(() -> read("numbers")).isInstanceOf(UserError.class).hasMessageContaining("user a (at byte").hasMessageContaining("no samples");
        train(leaf("\"a\": {\"x\": [[1]], \"y\": [0]}", "\"a\"", "5"));
        assertThatThrownBy(() -> read("numbers")).isInstanceOf(UserError.class).hasMessageContaining("num_samples says 5");
        train("{\"users\": [\"a\"], \"user_data\": {\"a\": {\"x\": [[1], ");
        assertThatThrownBy(() -> read("numbers")).isInstanceOf(UserError.class).hasMessageContaining("at byte").hasMessageContaining("JSON");
        Written.bytes(folder.resolve("train/all_data_0.json"), leaf("\"\u00e9\": {\"x\": [[1]], \"y\": [0]}", "\"a\"", "1").getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> read("numbers")).isInstanceOf(UserError.class).hasMessageContaining("UTF-8");
        train(leaf("\"a\": {\"x\": [[1]], \"y\": [3]}", "\"a\"", "1"));
        assertThatThrownBy(() -> read("numbers", "dataset.classes=3")).isInstanceOf(UserError.class).hasMessageContaining("label is 3");
    }
}
