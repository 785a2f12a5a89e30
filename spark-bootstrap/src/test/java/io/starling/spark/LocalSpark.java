package io.starling.spark;

import org.apache.spark.sql.SparkSession;

/** A local Spark session for tests, on loopback. */
public final class LocalSpark {
    private LocalSpark() {
    }

    public static SparkSession open(int slots) {
        return SparkSession.builder().master("local[" + slots + "]").appName("test")
            .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2").getOrCreate();
    }
}
