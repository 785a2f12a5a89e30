package io.starling.spark.decentralizepy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.starling.config.Experiment;
import io.starling.config.UserError;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IniImportTest {
    private static final String BASE = """
        [DATASET]
        dataset_package = decentralizepy.datasets.CIFAR10
        dataset_class = CIFAR10
        model_class = LeNet
        train_dir = /data
        random_seed = 90
        partition_niid = kshard
        shards = 4
        [OPTIMIZER_PARAMS]
        optimizer_package = torch.optim
        optimizer_class = SGD
        lr = 0.05 ; gamma
        [TRAIN_PARAMS]
        training_package = decentralizepy.training.Training
        training_class = Training
        rounds = 3
        full_epochs = False
        batch_size = 8
        shuffle = True
        loss_package = torch.nn
        loss_class = CrossEntropyLoss
        [COMMUNICATION]
        comm_package = decentralizepy.communication.TCP
        comm_class = TCP
        addresses_filepath = ip.json
        """;

    private static IniImport.Imported imported(String ini, Driver driver, Map<String, String> arguments) {
        return IniImport.run(ini, new IniImport.CommandLine("test", 16, driver.graph() == null ? "16.edges" : null, false, driver, arguments));
    }

    private static Config config(String ini) {
        return ConfigFactory.parseString(imported(ini, Driver.TESTING, Map.of()).hocon());
    }

    private static String sharing(String lines) {
        return BASE + "[SHARING]\n" + String.join("\n", lines.split("\\|")) + "\n";
    }

    @Test
    void everyValueFindsItsPlace() {
        IniImport.Imported imported = imported(sharing("sharing_class = Sharing"), Driver.TESTING, Map.of("iterations", "100", "test_after", "20", "reset_optimizer", "0"));
        Experiment.parse(imported.hocon(), List.of());
        Config config = ConfigFactory.parseString(imported.hocon());
        assertThat(config.getInt("seed")).isEqualTo(90);
        assertThat(config.getInt("nodes")).isEqualTo(16);
        assertThat(config.getInt("rounds")).isEqualTo(100);
        assertThat(config.getInt("evaluation.every")).isEqualTo(20);
        assertThat(config.getString("graph.file")).isEqualTo("16.edges");
        assertThat(config.getString("graph.weights")).isEqualTo("metropolis-hastings");
        assertThat(config.getString("dataset.kind")).isEqualTo("cifar10");
        assertThat(config.getString("dataset.partitioner")).isEqualTo("shards");
        assertThat(config.getInt("dataset.shards")).isEqualTo(4);
        assertThat(config.getString("model.name")).isEqualTo("gn-lenet");
        assertThat(config.getDouble("training.lr")).as("the comment after the value is none of it").isEqualTo(0.05);
        assertThat(config.getInt("training.local-steps")).isEqualTo(3);
        assertThat(config.getInt("training.batch-size")).isEqualTo(8);
        assertThat(config.getBoolean("training.reset-optimizer")).isFalse();
        assertThat(config.getString("sharing.method")).isEqualTo("full");
        assertThat(imported.left()).extracting(IniImport.Remark::key).containsExactly("[COMMUNICATION] addresses_filepath");
        assertThat(imported.hocon()).contains("#   [COMMUNICATION] addresses_filepath = ip.json: Spark says where the nodes are");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "sharing_class = PlainAverageSharing                                             ; full    ; {graph.weights: uniform}",
        "sharing_class = SubSampling|alpha = 0.2                                         ; random  ; {sharing.alpha: 0.2}",
        "sharing_class = PartialModel|alpha = 0.1                                        ; partial ; {sharing.importance: change, compression.indices: raw}",
        "sharing_class = PartialModel|alpha = 0.1|accumulation = True                    ; partial ; {sharing.importance: accumulation-v1}",
        "sharing_class = PartialModel|accumulation = yes|accumulate_averaging_changes = 1 ; partial ; {sharing.importance: accumulation}",
        "sharing_class = Choco|alpha = 0.1|step_size = 0.6                               ; choco   ; {sharing.consensus-step: 0.6, sharing.alpha: 0.1}",
        "sharing_class = Wavelet|alpha = 0.1|wavelet = sym2|level = 3                    ; partial ; {sharing.domain: wavelet, sharing.wavelet: sym2, sharing.wavelet-level: 3}",
        "sharing_class = FFT|alpha = 0.3|change_based_selection = False                  ; partial ; {sharing.domain: fft, sharing.importance: parameters}",
        "sharing_class = PartialModel|compress = True|compression_class = EliasFpzipLossy|float_precision = 16 ; partial ; "
            + "{compression.indices: elias-gamma, compression.values: fpzip, compression.precision: 16}",
        "sharing_class = Sharing|compress = True|compression_class = Quantization|float_precision = 64 ; full ; {compression.values: qsgd, compression.levels: 64}",
    })
    void waysOfSharing(String lines, String method, String expected) {
        Config config = config(sharing(lines.strip()));
        assertThat(config.getString("sharing.method")).isEqualTo(method.strip());
        for (String pair : expected.strip().replaceAll("[{}]", "").split(", ")) {
            assertThat(config.getString(pair.split(": ")[0])).as(pair).isEqualTo(pair.split(": ")[1]);
        }
    }

    @Test
    void jwinsDrawsItsBudgetFromTheList() {
        IniImport.Imported imported = imported(sharing("sharing_class = JWINS|alpha = 0.3|alpha_list = [0.1, 0.5, 1.0]|accumulation = True"), Driver.TESTING, Map.of());
        Config config = ConfigFactory.parseString(imported.hocon());
        assertThat(config.getDoubleList("sharing.alphas")).containsExactly(0.1, 0.5, 1.0);
        assertThat(config.getString("sharing.wavelet")).isEqualTo("haar");
        assertThat(imported.left()).extracting(IniImport.Remark::key).contains("[SHARING] alpha");
    }

    @Test
    void otherDataSets() {
        Config femnist = config(BASE.replace("dataset_class = CIFAR10", "dataset_class = Femnist").replace("model_class = LeNet", "model_class = CNN")
            .replace("train_dir = /data", "train_dir = /leaf/femnist/train\ntest_dir = /leaf/femnist/test\nvalidation_source = Train\nvalidation_size = 0.1")
            .replace("partition_niid = kshard\nshards = 4\n", "") + "[SHARING]\nsharing_class = Sharing\n");
        assertThat(femnist.getString("dataset.leaf.task")).isEqualTo("femnist");
        assertThat(femnist.getString("dataset.path")).isEqualTo("/leaf/femnist");
        assertThat(femnist.getString("dataset.partitioner")).isEqualTo("by-user");
        assertThat(femnist.getString("model.name")).isEqualTo("femnist-cnn");
        assertThat(femnist.getDouble("dataset.validation-fraction")).isEqualTo(0.1);
    }

    @Test
    void epidemicLearningMakesItsOwnGraphs() {
        Config config = ConfigFactory.parseString(imported(sharing("sharing_class = PlainAverageSharing") + "[NODE]\ngraph_degree = 7\ntimeout = 2\n", Driver.EL_LOCAL, Map.of()).hocon());
        assertThat(config.getString("node.role")).isEqualTo("el-local");
        assertThat(config.getInt("graph.degree")).isEqualTo(7);
        assertThat(config.getDuration("epidemic.max-wait").toSeconds()).isEqualTo(2);
    }

    @Test
    void whatIsNotKnownIsNamed() {
        IniImport.Imported imported = imported(sharing("sharing_class = Sharing|shard = 2|metadata_cap = 0.4") + "[NODE]\ngraph_degree = 4\n", Driver.TESTING, Map.of());
        assertThat(imported.left()).extracting(IniImport.Remark::toString).anyMatch(line -> line.startsWith("[SHARING] shard = 2: this key is not known"))
            .anyMatch(line -> line.startsWith("[SHARING] metadata_cap = 0.4: ")).anyMatch(line -> line.startsWith("[NODE] graph_degree = 4: only testingPeerSamplerDynamic"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "dataset_class = CIFAR10 | dataset_class = AmazonReview | dataset_class = AmazonReview has no counterpart",
        "model_class = LeNet     | model_class = VGG            | model_class = VGG of CIFAR10 has no counterpart here; there are: CNN, LeNet, ResNet8",
        "optimizer_class = SGD   | optimizer_class = LBFGS      | optimizer_class = LBFGS has no counterpart",
        "lr = 0.05 ; gamma       | lr = -1                      | training.lr = -1.0 is not allowed",
        "[DATASET]               | DATASET                      | Line 1 of the INI file",
    })
    void whatCannotBeRunIsRefused(String from, String to, String message) {
        String ini = sharing("sharing_class = Sharing").replace(from.strip(), to.strip());
        assertThatThrownBy(() -> imported(ini, Driver.TESTING, Map.of())).isInstanceOf(UserError.class).hasMessageContaining(message.strip());
    }
}
