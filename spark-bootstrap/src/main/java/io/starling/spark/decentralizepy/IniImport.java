package io.starling.spark.decentralizepy;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Turns an INI file of DecentralizePy into a configuration of ours. What has no counterpart is named, with the reason; so is what means
 * something a little different.
 */
public final class IniImport {
    private static final String DATASET = "DATASET";
    private static final String OPTIMIZER = "OPTIMIZER_PARAMS";
    private static final String TRAIN = "TRAIN_PARAMS";
    private static final String COMMUNICATION = "COMMUNICATION";
    private static final String NODE = "NODE";
    private static final int DEFAULT_SEED = 97;

    /** (data set class, model class) → model.name. */
    private static final Map<String, String> MODELS = Map.ofEntries(
        Map.entry("CIFAR10.CNN", "cifar-cnn"), Map.entry("CIFAR10.LeNet", "gn-lenet"), Map.entry("CIFAR10.ResNet8", "resnet8"),
        Map.entry("Femnist.LogisticRegression", "logistic"), Map.entry("Femnist.CNN", "femnist-cnn"), Map.entry("Femnist.RNET", "femnist-resnet"),
        Map.entry("Celeba.CNN", "celeba-cnn"), Map.entry("Shakespeare.LSTM", "shakespeare-lstm"), Map.entry("Reddit.RNN", "reddit-rnn"),
        Map.entry("MovieLens.MatrixFactorization", "matrix-factorization"));

    /** A key, its value, and what is to be said about it. */
    public record Remark(String key, String value, String text) {
        @Override
        public String toString() {
            return key + " = " + value + ": " + text;
        }
    }

    /**
     * What the command line of DecentralizePy says.
     *
     * @param graph     path of the graph file; null where the driver makes its own graphs
     * @param adjacency whether the graph file is of the type adjacency, not edges
     * @param arguments of DecentralizePy's own, by their long names, as in args.json
     */
    public record CommandLine(String name, int nodes, String graph, boolean adjacency, Driver driver, Map<String, String> arguments) {
        private int number(String argument, int otherwise) {
            try {
                return arguments.containsKey(argument) ? Integer.parseInt(arguments.get(argument)) : otherwise;
            } catch (NumberFormatException e) {
                throw new UserError(argument + " = " + arguments.get(argument) + " is not allowed: it must be an integer.", e);
            }
        }
    }

    /**
     * The result.
     *
     * @param left    what was not taken over, and why
     * @param changed what was, but means something a little different here
     */
    public record Imported(String hocon, List<Remark> left, List<Remark> changed) {
    }

    private final CommandLine commandLine;
    private final Draft draft;
    private final Ini ini;

    private IniImport(Ini ini, CommandLine commandLine) {
        this.ini = ini;
        this.commandLine = commandLine;
        draft = new Draft(ini);
    }

    /** Fails with a {@link UserError} if what comes out is no configuration that could be run. */
    public static Imported run(String iniText, CommandLine commandLine) {
        Ini ini = Ini.parse(iniText);
        if (ini.value(DATASET, "dataset_class").isEmpty()) {
            throw new UserError("The INI file has no [DATASET] dataset_class, so it is not a configuration of DecentralizePy.");
        }
        return new IniImport(ini, commandLine).translate();
    }

    private Imported translate() {
        draft.set("name", commandLine.name);
        draft.set("seed", draft.take(DATASET, "random_seed").<Object>map(seed -> seed).orElse(DEFAULT_SEED));
        draft.set("nodes", commandLine.nodes);
        draft.set("rounds", commandLine.number("iterations", 1));
        draft.set("node.role", commandLine.driver.role());
        graph();
        dataset();
        optimizer();
        training();
        evaluation();
        new SharingImport(draft).translate();
        communication();
        draft.leaveTheRest();
        String hocon = hocon();
        Experiment.parse(hocon, List.of());
        return new Imported(hocon, draft.left(), draft.changed());
    }

    private void graph() {
        String family = commandLine.driver.graph();
        if (family == null) {
            draft.set("graph.kind", "file");
            draft.set("graph.file", commandLine.graph);
            draft.set("graph.format", commandLine.adjacency ? "adjacency" : "edges");
            draft.leave(NODE, "graph_degree", "only testingPeerSamplerDynamic and Epidemic Learning read it; say which with --driver");
            draft.leave(NODE, "timeout", "only Epidemic Learning reads it; say so with --driver");
            return;
        }
        draft.set("graph.kind", family);
        draft.set("graph.degree", draft.take(NODE, "graph_degree").orElse(commandLine.driver == Driver.EL_LOCAL ? "2" : "4"));
        if (commandLine.driver == Driver.EL_LOCAL) {
            draft.take(NODE, "timeout").ifPresent(seconds -> {
                draft.set("epidemic.wait", "fixed");
                draft.set("epidemic.max-wait", seconds + "s");
            });
        } else {
            draft.leave(NODE, "timeout", "only EL_Local reads it");
        }
    }

    private void dataset() {
        String set = draft.take(DATASET, "dataset_class").orElseThrow();
        draft.take(DATASET, "dataset_package");
        switch (set) {
            case "CIFAR10" -> cifar10();
            case "Femnist", "Celeba", "Shakespeare", "Reddit" -> leaf(set);
            case "MovieLens" -> {
                draft.set("dataset.kind", "movielens");
                draft.copy(DATASET, "train_dir", "dataset.path");
                draft.leave(DATASET, "test_dir", "each user's ratings are divided: dataset.movielens.test-fraction, 0.3 as in DecentralizePy");
                draft.set("dataset.partitioner", "by-user");
            }
            default -> throw new UserError("[DATASET] dataset_class = " + set + " has no counterpart here; there are: CIFAR10, Femnist, Celeba, Shakespeare, Reddit, MovieLens.");
        }
        String model = draft.take(DATASET, "model_class").orElse("");
        if (!MODELS.containsKey(set + "." + model)) {
            throw new UserError("[DATASET] model_class = " + model + " of " + set + " has no counterpart here; there are: " + String.join(", ",
                MODELS.keySet().stream().filter(name -> name.startsWith(set + ".")).map(name -> name.substring(set.length() + 1)).sorted().toList()) + ".");
        }
        draft.set("model.name", MODELS.get(set + "." + model));
        validation();
        sizes();
        draft.copy(DATASET, "test_batch_size", "evaluation.batch-size");
        draft.leave(DATASET, "only_local", "data is always divided among all nodes of the run");
        draft.leave(DATASET, "tokenizer", "it belongs to AmazonReview");
        draft.leave(DATASET, "n_procs", "nodes = " + commandLine.nodes + " says it");
    }

    private void cifar10() {
        draft.set("dataset.kind", "cifar10");
        draft.take(DATASET, "train_dir").ifPresent(folder -> {
            draft.set("dataset.path", folder);
            draft.change(DATASET, "train_dir", folder, "it must hold CIFAR-10's binary version (data_batch_1.bin … test_batch.bin), not the Python one");
        });
        draft.leave(DATASET, "test_dir", "the test set is test_batch.bin in dataset.path");
        String partition = draft.take(DATASET, "partition_niid").orElse("simple");
        switch (partition.toLowerCase(java.util.Locale.ROOT)) {
            case "kshard", "true" -> {
                draft.set("dataset.partitioner", "shards");
                draft.set("dataset.shards", draft.take(DATASET, "shards").orElse("1"));
                draft.change(DATASET, "partition_niid", partition, "shards are cut at multiples of their size and all samples are dealt out, so nobody has the rest");
            }
            case "dirichlet" -> {
                draft.set("dataset.partitioner", "dirichlet");
                draft.set("dataset.alpha", draft.take(DATASET, "alpha").orElse("100"));
            }
            case "simple" -> {
                draft.set("dataset.partitioner", "iid");
                draft.change(DATASET, "partition_niid", partition, "consecutive samples there, samples dealt at random here; CIFAR-10's order is random itself");
            }
            case "iid", "false" -> draft.set("dataset.partitioner", "iid");
            default -> throw new UserError("[DATASET] partition_niid = " + partition + " is not known; there are: simple, iid, kshard, dirichlet.");
        }
        if (!draft.settings().containsKey("dataset.shards")) {
            draft.leave(DATASET, "shards", "it is for partition_niid = kshard only");
        }
        if (!draft.settings().containsKey("dataset.alpha")) {
            draft.leave(DATASET, "alpha", "it is for partition_niid = dirichlet only");
        }
    }

    private void leaf(String set) {
        draft.set("dataset.kind", "leaf");
        draft.set("dataset.leaf.task", set.toLowerCase(java.util.Locale.ROOT));
        draft.take(DATASET, "train_dir").ifPresent(folder -> {
            String parent = folder.replaceFirst("/train/?$", "");
            draft.set("dataset.path", parent);
            draft.change(DATASET, "train_dir", folder, "dataset.path is the folder that holds train and test, each with LEAF's JSON files");
            String test = draft.take(DATASET, "test_dir").orElse("");
            if (!test.replaceFirst("/$", "").equals(parent + "/test")) {
                draft.leave(DATASET, "test_dir", "test files are looked for in " + parent + "/test; put or link them there");
            }
        });
        draft.copy(DATASET, "images_dir", "dataset.leaf.images");
        draft.set("dataset.partitioner", "by-user");
        draft.change(DATASET, "dataset_class", set, "users are dealt so that nodes have about the same number of samples; DecentralizePy gives each node the same number of users");
    }

    private void validation() {
        Optional<String> source = draft.take(DATASET, "validation_source");
        Optional<String> size = draft.take(DATASET, "validation_size");
        if (source.isPresent() && source.get().equalsIgnoreCase("Train")) {
            draft.set("dataset.validation-fraction", size.orElse("0.0"));
        } else {
            draft.leave(DATASET, "validation_source", "validation samples are taken from the training samples only: validation_source = Train");
            draft.leave(DATASET, "validation_size", "it belongs to validation_source");
        }
    }

    private void sizes() {
        Optional<String> sizes = draft.take(DATASET, "sizes");
        if (sizes.isEmpty()) {
            return;
        }
        // A list a machine, or one for all; only numbers matter.
        List<String> fractions = java.util.Arrays.stream(sizes.get().split("[\\[\\],\\s]+")).filter(text -> !text.isEmpty()).toList();
        boolean usable = fractions.size() == commandLine.nodes && fractions.stream().allMatch(text -> text.matches("[0-9.eE+-]+"));
        if (usable && "iid".equals(draft.settings().get("dataset.partitioner"))) {
            draft.set("dataset.partitioner", "sized");
            draft.set("dataset.fractions", fractions);
        } else {
            draft.leave(DATASET, "sizes", usable ? "dataset.fractions goes with samples dealt at random (partitioner sized) only"
                : "it is not a list of " + commandLine.nodes + " numbers, one a node");
        }
    }

    private void optimizer() {
        draft.take(OPTIMIZER, "optimizer_package");
        String name = draft.take(OPTIMIZER, "optimizer_class").orElse("SGD");
        switch (name) {
            case "SGD" -> draft.set("training.optimizer", "sgd");
            case "Adam" -> draft.set("training.optimizer", "adam");
            case "AdamW" -> draft.set("training.optimizer", "adamw");
            default -> throw new UserError("[OPTIMIZER_PARAMS] optimizer_class = " + name + " has no counterpart here; there are: SGD, Adam, AdamW.");
        }
        draft.set("training.lr", draft.take(OPTIMIZER, "lr").orElse("0.001"));
        draft.copy(OPTIMIZER, "momentum", "training.momentum");
        draft.take(OPTIMIZER, "weight_decay").or(() -> name.equals("AdamW") ? Optional.of("0.01") : Optional.empty()).ifPresent(decay -> draft.set("training.weight-decay", decay));
        draft.take(OPTIMIZER, "nesterov").ifPresent(nesterov -> draft.set("training.nesterov", Draft.isTrue(nesterov)));
        draft.copy(OPTIMIZER, "eps", "training.epsilon");
        draft.take(OPTIMIZER, "betas").ifPresent(betas -> {
            String[] both = betas.replaceAll("[()\\[\\]\\s]", "").split(",");
            if (both.length == 2) {
                draft.set("training.beta1", both[0]);
                draft.set("training.beta2", both[1]);
            } else {
                draft.leave(OPTIMIZER, "betas", "it is not a pair of numbers");
            }
        });
        draft.leave(OPTIMIZER, "dampening", "momentum is not dampened here");
        draft.leave(OPTIMIZER, "amsgrad", "there is no AMSGrad here");
        draft.leave(OPTIMIZER, "maximize", "losses are minimised here");
    }

    private void training() {
        draft.take(TRAIN, "training_package");
        draft.take(TRAIN, "training_class").filter(name -> !name.equals("Training"))
            .ifPresent(name -> draft.leave(TRAIN, "training_class", "training is always mini-batch descent on the node's own samples"));
        String rounds = draft.take(TRAIN, "rounds").orElse("1");
        if (draft.takeFlag(TRAIN, "full_epochs")) {
            draft.set("training.local-epochs", rounds);
        } else {
            draft.set("training.local-steps", rounds);
        }
        draft.set("training.batch-size", draft.take(TRAIN, "batch_size").orElse("1"));
        if (!draft.takeFlag(TRAIN, "shuffle")) {
            draft.change(TRAIN, "shuffle", "False", "mini-batches go through all samples in random order here; without shuffle, DecentralizePy trains on the same first ones in every round");
        }
        draft.take(TRAIN, "loss_package");
        String loss = draft.take(TRAIN, "loss_class").or(() -> draft.take(TRAIN, "loss")).orElse("CrossEntropyLoss");
        draft.take(TRAIN, "loss");
        String fitting = "movielens".equals(draft.settings().get("dataset.kind")) ? "MSELoss" : "CrossEntropyLoss";
        if (!loss.equals(fitting)) {
            draft.leave(TRAIN, ini.value(TRAIN, "loss_class").isPresent() ? "loss_class" : "loss", "the loss follows from the data: here it is what PyTorch calls " + fitting);
        }
        boolean reset = commandLine.number("reset_optimizer", 1) == 1;
        draft.set("training.reset-optimizer", reset);
    }

    private void evaluation() {
        draft.set("evaluation.every", commandLine.number("test_after", 5));
        if (commandLine.arguments.containsKey("train_evaluate_after")) {
            draft.set("evaluation.train", true);
            draft.changed().add(new Remark("train_evaluate_after", commandLine.arguments.get("train_evaluate_after"),
                "models are evaluated on the nodes' own training samples whenever they are evaluated on the test set (evaluation.every)"));
        }
        draft.changed().add(new Remark("test_after", draft.settings().get("evaluation.every"),
            "the interval stays, and there is always an evaluation at the end; DecentralizePy doubles it after 49 evaluations"));
    }

    private void communication() {
        draft.take(COMMUNICATION, "comm_package");
        draft.take(COMMUNICATION, "comm_class");
        draft.set("communication.kind", "tcp");
        draft.leave(COMMUNICATION, "addresses_filepath", "Spark says where the nodes are");
        draft.leave(COMMUNICATION, "offset", "each executor listens on one free port; communication.ports limits which");
        draft.leave(COMMUNICATION, "recv_timeout", "it is how often DecentralizePy polls; nothing is polled here");
    }

    private String hocon() {
        StringBuilder text = new StringBuilder("# Made by `starling import` from a configuration of DecentralizePy.\n");
        remarks(text, "Not taken over:", draft.left());
        remarks(text, "Taken over, but not quite the same:", draft.changed());
        Map<String, List<String>> sections = new TreeMap<>();
        draft.settings().forEach((key, value) -> sections.computeIfAbsent(key.contains(".") ? key.substring(0, key.indexOf('.')) : "", s -> new ArrayList<>())
            .add(key + " = " + value));
        sections.values().forEach(lines -> text.append('\n').append(String.join("\n", lines)).append('\n'));
        return text.toString();
    }

    private static void remarks(StringBuilder text, String head, List<Remark> remarks) {
        if (!remarks.isEmpty()) {
            text.append("#\n# ").append(head).append('\n');
            remarks.forEach(remark -> text.append("#   ").append(remark.toString().replaceAll("\\R", " ")).append('\n'));
        }
    }
}
