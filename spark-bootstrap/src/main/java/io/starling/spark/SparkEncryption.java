package io.starling.spark;

import io.starling.communication.CommunicationKeys;
import io.starling.config.Settings;
import io.starling.config.UserError;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;

/**
 * What Spark is told about encryption holds for a run as well: models are made from the data that Spark was told to encrypt.
 */
final class SparkEncryption {
    private static final List<String> SETTINGS = List.of("spark.network.crypto.enabled", "spark.authenticate.enableSaslEncryption", "spark.ssl.enabled",
        "spark.ssl.rpc.enabled");

    private SparkEncryption() {
    }

    /** Refuses to send in the clear what Spark would encrypt, unless that is what the user says; warns of the opposite. */
    static void check(SparkConf conf, Settings settings, Consumer<String> warn) {
        Optional<String> encrypting = SETTINGS.stream().filter(setting -> conf.getBoolean(setting, false)).findFirst();
        String tls = settings.get(CommunicationKeys.TLS);
        if (encrypting.isPresent() && tls.equals(CommunicationKeys.TLS_OFF)) {
            throw new UserError(encrypting.get() + " = true has Spark encrypt its connections, but " + CommunicationKeys.TLS
                + " = off would have the nodes send their models in the clear: set " + CommunicationKeys.TLS + " = " + CommunicationKeys.TLS_ON + ", or "
                + CommunicationKeys.TLS_OFF_ANYWAY + " if that is meant.");
        }
        if (encrypting.isEmpty() && tls.equals(CommunicationKeys.TLS_ON) && !conf.get("spark.master", "").startsWith("local")) {
            warn.accept(CommunicationKeys.TLS + " = on, but the run's key reaches the executors through Spark, which does not encrypt: "
                + "set spark.authenticate=true and spark.network.crypto.enabled=true against listeners on the way");
        }
    }
}
