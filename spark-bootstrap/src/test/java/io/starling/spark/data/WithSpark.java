package io.starling.spark.data;

import io.starling.spark.LocalSpark;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives the tests of a class a Spark session, and closes it after the last. */
public final class WithSpark implements AfterAllCallback {
    public static SparkSession session() {
        return SparkSession.getActiveSession().isDefined() && !SparkSession.active().sparkContext().isStopped()
            ? SparkSession.active() : LocalSpark.open(2);
    }

    public static JavaSparkContext context() {
        return new JavaSparkContext(session().sparkContext());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        session().close();
    }
}
