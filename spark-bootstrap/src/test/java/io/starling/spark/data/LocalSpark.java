package io.starling.spark.data;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The Spark of this test JVM: two threads, loopback only, ended with the JVM. */
public final class LocalSpark {
    private LocalSpark() {
    }

    public static SparkSession session() {
        return SparkSession.builder().config(new SparkConf().setMaster("local[2]").setAppName("test")
            .set("spark.ui.enabled", "false").set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.sql.shuffle.partitions", "2")).getOrCreate();
    }

    public static JavaSparkContext context() {
        return new JavaSparkContext(session().sparkContext());
    }
}
