package io.starling.model.dl4j;

import io.starling.engine.EngineReport;
import java.util.List;
import org.deeplearning4j.nn.layers.mkldnn.BaseMKLDNNHelper;
import org.nd4j.linalg.factory.Environment;
import org.nd4j.linalg.factory.Nd4j;

/** What {@code starling doctor} says of DL4J. */
public final class Dl4jReport implements EngineReport.Section {
    @Override
    public List<String> lines() {
        try {
            Environment environment = NativeSetup.prepare();
            boolean oneDnn = BaseMKLDNNHelper.mklDnnEnabled();
            return List.of("DL4J: ND4J's " + Nd4j.getBackend().getClass().getSimpleName() + " with "
                + (oneDnn ? "oneDNN" : "no oneDNN, so that convolutions are slow") + ", "
                + environment.maxThreads() + (environment.maxThreads() == 1 ? " thread" : " threads") + " an operation; used by model.name = dl4j, not loaded otherwise");
        } catch (Exception | LinkageError e) {
            return List.of("DL4J: its native library cannot be used here, so model.name = dl4j will not work: " + e);
        }
    }
}
