package io.starling.spark.evaluation;

import io.starling.config.Experiment;
import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.metrics.AverageRecord;
import io.starling.metrics.ClassRecord;
import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.model.Model;
import io.starling.model.Score;
import io.starling.node.EvaluationKeys;
import io.starling.node.EvaluationSchedule;
import io.starling.node.RunKeys;
import io.starling.spark.data.DatasetParts;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.ResultsWriter;
import io.starling.training.Evaluator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates the mean of all nodes' models, on the driver, while the nodes go on: they leave snapshots in the run's folder and do not
 * wait. One evaluation after another in a thread of its own; if it is slower than the nodes, the snapshots wait on disk.
 */
public final class AveragedEvaluation implements AutoCloseable {
    private final Experiment experiment;
    private final Model model;
    private final DatasetParts dataset;
    private final Roster roster;
    private final SnapshotFolder folder;
    private final ResultsWriter results;
    private final ComputeSlots slot = new ComputeSlots(1);
    private final long startNanos = System.nanoTime();
    private final Thread thread = new Thread(this::run, "starling-averaged-evaluation");

    public AveragedEvaluation(Experiment experiment, Model model, DatasetParts dataset, Roster roster, SnapshotFolder folder, ResultsWriter results) {
        this.experiment = experiment;
        this.model = model;
        this.dataset = dataset;
        this.roster = roster;
        this.folder = folder;
        this.results = results;
        thread.setDaemon(true);
    }

    /** Whether an experiment asks for it. */
    public static boolean isWanted(Experiment experiment) {
        return !experiment.get(EvaluationKeys.MODE).equals("local");
    }

    public void start() {
        thread.start();
    }

    /** Waits for the evaluations of all rounds that were reached; to be called when all nodes have ended. */
    public void finish() throws InterruptedException {
        thread.join();
    }

    private void run() {
        EvaluationSchedule schedule = new EvaluationSchedule(experiment);
        int rounds = experiment.get(RunKeys.ROUNDS);
        try {
            for (int done = 1; done <= rounds; done++) {
                if (schedule.isDue(done) && roster.awaitSnapshots(done)) {
                    evaluate(done);
                }
            }
            folder.delete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            fail(rounds, e);
        }
    }

    private void evaluate(int done) throws InterruptedException {
        try {
            List<Integer> present = new ArrayList<>();
            for (int node = 0; node < experiment.get(RunKeys.NODES); node++) {
                if (folder.has(done, node)) {
                    present.add(node);
                }
            }
            if (!present.isEmpty()) {
                MeanModel mean = MeanModel.of(folder, done, present, model.stateCount());
                evaluate(EvaluationRecord.TEST, dataset.test(), done, mean);
                evaluate(EvaluationRecord.VALIDATION, dataset.validation(), done, mean);
            }
            folder.delete(done);
        } catch (IOException | RuntimeException e) {
            fail(done, e);
        }
    }

    private void fail(int done, Exception e) {
        results.failure(new FailureRecord(-1, 0, done, "failed", -1, 0, "the mean of the models could not be evaluated: " + e.getMessage()));
    }

    private void evaluate(String part, Samples samples, int done, MeanModel mean) throws InterruptedException {
        if (samples == null) {
            return;
        }
        Evaluator.Result result = Evaluator.evaluate(model, mean.state(), samples, experiment.get(EvaluationKeys.BATCH_SIZE), slot);
        Score score = result.score();
        results.add(ResultTable.AVERAGES, new AverageRecord(done, part, mean.models(), (System.nanoTime() - startNanos) / 1_000_000,
            score.meanLoss(), score.accuracyPercent(), score.rootMeanSquaredError(), score.samples(), mean.consensusDistance(), result.computeNanos() / 1e6));
        if (experiment.get(EvaluationKeys.PER_CLASS)) {
            for (int label = 0; label < samples.shape().classes(); label++) {
                results.classAccuracy(new ClassRecord(-1, done, part, label, score.samples(label), score.accuracyPercent(label)));
            }
        }
    }

    /** Stops without finishing. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
