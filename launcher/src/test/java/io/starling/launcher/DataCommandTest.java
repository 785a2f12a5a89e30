package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCommandTest {
    @TempDir
    Path folder;

    private record Said(int code, String out, String err) {
    }

    private static Said starling(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream standardOut = System.out;
        PrintStream standardErr = System.err;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int code = Starling.commandLine().execute(arguments);
            return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(standardOut);
            System.setErr(standardErr);
        }
    }

    private Path flowers() throws IOException {
        return Files.writeString(folder.resolve("flowers.csv"), "length,width,species\n1,0.5,setosa\n2,1.5,virginica\n3,2,setosa\n");
    }

    @Test
    void inspectsWhatItRecognises() throws IOException {
        Said said = starling("data", "inspect", flowers().toString(), "--set", "dataset.csv.label=species");
        assertThat(said.code).as(said.err).isZero();
        assertThat(said.out).contains("[2] in 2 classes, floats").contains("training samples: 3, features from 0.5000 to 3")
            .containsPattern("class +0 +2 #{40}").containsPattern("class +1 +1 #{20}\\n").contains("no test samples");
    }

    @Test
    void convertsAndReadsBack() throws IOException {
        Path out = folder.resolve("converted");
        Said said = starling("data", "convert", flowers().toString(), "--to", out.toString(), "--set", "dataset.csv.label=species");
        assertThat(said.code).as(said.err).isZero();
        assertThat(out.resolve("dataset.json")).exists();
        assertThat(starling("data", "inspect", out.toString()).out).contains("[2] in 2 classes, floats").contains("training samples: 3");
    }

    @Test
    void badInputIsOneLine() throws IOException {
        assertThat(starling("data", "inspect", folder.resolve("none").toString()).err).contains("there is no such file or folder");
        Files.writeString(folder.resolve("x.bin"), "x");
        assertThat(starling("data", "inspect", folder.toString()).err).contains("--from");
        Said bad = starling("data", "inspect", Files.writeString(folder.resolve("bad.csv"), "a,label\nx,1\n").toString());
        assertThat(bad.code).isEqualTo(Starling.BAD_INPUT);
        assertThat(bad.err).contains("bad.csv, at byte 8").contains("\"x\" in column a").doesNotContain("\tat ");
        assertThat(starling("data").err).contains("inspect, convert or picture");
    }

    @Test
    void theBaselineSaysHowItDid() {
        Path root = Files.exists(Path.of("conf")) ? Path.of("") : Path.of("..");
        Said said = starling("baseline", root.resolve("conf/quickstart.conf").toString(), "--set", "dataset.kind=synthetic", "--set", "baseline.iterations=3",
            "--set", "dataset.synthetic.train=300", "--set", "dataset.synthetic.classes=3");
        assertThat(said.code).as(said.err).isZero();
        assertThat(said.out).containsPattern("Baseline logistic: accuracy [0-9.]+ %, loss [0-9.]+ on 1,000 test samples, after training on 300");
    }
}
