package io.starling.launcher;

import com.sun.management.UnixOperatingSystemMXBean;
import io.starling.engine.EngineReport;
import io.starling.spark.Version;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code starling doctor}: what this installation and machine are like, and what to change for the better. */
@Command(name = "doctor", mixinStandardHelpOptions = true, description = "Says what this installation uses, and what would make it faster or safer.")
final class DoctorCommand implements Callable<Integer> {
    private static final int JAVA = 17;
    private static final long FEW_OPEN_FILES = 8192;

    @Override
    public Integer call() {
        System.out.println(Version.current() + ", Spark " + org.apache.spark.package$.MODULE$.SPARK_VERSION());
        int java = Runtime.version().feature();
        System.out.println("Java: " + Runtime.version() + " at " + System.getProperty("java.home")
            + (java == JAVA ? "" : "; built for and tested with Java " + JAVA));
        System.out.printf("Memory: heap of at most %d MiB (STARLING_OPTS=-Xmx… changes it)%n", Runtime.getRuntime().maxMemory() >> 20);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long files = system.getMaxFileDescriptorCount();
            System.out.println("Open files: at most " + files
                + (files < FEW_OPEN_FILES ? "; many nodes on one machine need more (ulimit -n " + FEW_OPEN_FILES + ")" : ""));
        }
        String home = System.getenv("SPARK_HOME");
        System.out.println("SPARK_HOME: " + (home == null ? "not set; --master local-cluster[…] needs it" : home));
        EngineReport.lines().forEach(System.out::println);
        return 0;
    }
}
