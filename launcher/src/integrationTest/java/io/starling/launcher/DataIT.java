package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.starling.random.KeyedRandom;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data sets on HDFS, divided among the nodes of one executor or of several. */
class DataIT {
    private static final int PIXELS = 3072;

    @TempDir
    Path folder;
    private MiniDFSCluster hdfs;

    @BeforeEach
    void start() throws IOException {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        hdfs.waitActive();
        FileSystem files = hdfs.getFileSystem();
        write(files, "/cifar10/data_batch_1.bin", 600);
        write(files, "/cifar10/data_batch_2.bin", 301);
        write(files, "/cifar10/test_batch.bin", 100);
    }

    @AfterEach
    void stop() {
        hdfs.shutdown();
    }

    /** Images whose brightness tells their label, mostly. */
    private static void write(FileSystem files, String name, int records) throws IOException {
        KeyedRandom random = KeyedRandom.of(1, name);
        try (OutputStream out = files.create(new org.apache.hadoop.fs.Path(name))) {
            for (int i = 0; i < records; i++) {
                int label = random.nextInt(10);
                byte[] record = new byte[1 + PIXELS];
                record[0] = (byte) label;
                for (int p = 1; p < record.length; p++) {
                    record[p] = (byte) (label * 20 + random.nextInt(56));
                }
                out.write(record);
            }
        }
    }

    private JsonNode run(String... more) throws Exception {
        String[] arguments = {"run", Product.CONF.resolve("cifar10-dpsgd.conf").toString(), "--json", "--set", "dataset.path=" + hdfs.getURI() + "/cifar10",
            "--set", "model.name=logistic", "--set", "rounds=6", "--set", "evaluation.every=3", "--set", "dataset.validation-fraction=0.1",
            "--set", "results.path=" + hdfs.getURI() + "/results"};
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        Product.Outcome outcome = new Product(folder).starling(all);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.json();
    }

    @Test
    void theSameOnOneExecutorAndOnFour() throws Exception {
        JsonNode one = run();
        JsonNode four = run("--master", "local-cluster[4,4,1024]");
        for (String table : new String[] {"labels", "evaluations", "averages"}) {
            assertThat(rows(four, table)).isEqualTo(rows(one, table));
        }
        assertThat(four.get("averagedModel")).isEqualTo(one.get("averagedModel"));
        assertThat(four.get("averagedModel").get("consensusDistance").asDouble()).isPositive();
        assertThat(hdfs.getFileSystem().exists(new org.apache.hadoop.fs.Path(one.get("resultsPath").asText(), "snapshots"))).isFalse();
    }

    private static String rows(JsonNode run, String table) {
        return ResultRows.without(run.get("resultsPath").asText(), table, "run", "elapsed_ms", "evaluation_ms");
    }

    @Test
    void convertsAndTrainsOnWhatItWrote() throws Exception {
        String converted = hdfs.getURI() + "/converted";
        Product.Outcome written = new Product(folder).starling("data", "convert", hdfs.getURI() + "/cifar10", "--to", converted);
        assertThat(written.exitCode()).as(written.err()).isZero();
        assertThat(rows(run("--set", "dataset.kind=parquet", "--set", "dataset.path=" + converted), "evaluations")).isEqualTo(rows(run(), "evaluations"));
    }

    @Test
    void badDataEndsBeforeAnythingStarts() throws Exception {
        FileSystem files = hdfs.getFileSystem();
        try (OutputStream out = files.create(new org.apache.hadoop.fs.Path("/bad/data_batch_1.bin"))) {
            out.write(new byte[2 * (1 + PIXELS) + 5]);
        }
        Product.Outcome outcome = new Product(folder).starling("run", Product.CONF.resolve("cifar10-dpsgd.conf").toString(),
            "--set", "dataset.path=" + hdfs.getURI() + "/bad", "--set", "model.name=logistic", "--set", "results.path=" + folder.resolve("r"));
        assertThat(outcome.exitCode()).isEqualTo(Starling.BAD_INPUT);
        assertThat(outcome.err()).contains("data_batch_1.bin, record 2 (at byte 6146)").contains("cut off");
    }
}
