package io.starling.communication;

import io.starling.config.Experiment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it takes to bring a model from one node to another over loopback, and to open a link, in the clear and encrypted. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class LinkBenchmark {
    private static final String HERE = "127.0.0.1";

    @Param({"off", "on"})
    public String tls;

    /** GN-LeNet and the FEMNIST CNN. */
    @Param({"359336", "6760184"})
    public int bytes;

    private final Map<Integer, Address> book = new ConcurrentHashMap<>();
    private final Experiment experiment = Experiment.parse("nodes = 2, rounds = 1", List.of());
    private Transport.Membership membership;
    private Transport here;
    private Transport there;
    private Communication a;
    private Communication b;
    private Message message;
    private int incarnation;

    @Setup(Level.Trial)
    public void open() throws InterruptedException {
        membership = Transport.Membership.create(tls.equals("on"));
        here = Transports.create(experiment, membership, HERE);
        there = Transports.create(experiment, membership, HERE);
        a = here.open(0, 0, book::get);
        b = there.open(1, 0, book::get);
        book.put(0, new Address(0, 0, HERE, here.port()));
        book.put(1, new Address(1, 0, HERE, there.port()));
        message = Message.model(0, 0, 0, 0, 0, ByteBuffer.allocate(bytes));
        a.connect(Set.of(1), patience());
    }

    private static Deadline patience() {
        return Deadline.after(Duration.ofMinutes(1));
    }

    @TearDown(Level.Trial)
    public void close() {
        here.close();
        there.close();
    }

    @Benchmark
    public Communication.Event oneWay() throws InterruptedException {
        a.send(Set.of(1), message, patience());
        return b.receive(patience());
    }

    /** A link of a node that is new every time. */
    @Benchmark
    public Object openLink() throws InterruptedException {
        int caller = -2 - incarnation++;
        try (Communication fresh = here.open(caller, 0, book::get)) {
            return fresh.connect(Set.of(1), patience());
        }
    }
}
