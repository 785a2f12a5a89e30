package io.starling.spark;

import io.starling.communication.Address;
import io.starling.communication.AddressBook;
import io.starling.communication.Communication;
import io.starling.communication.Transport;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.Metrics;
import io.starling.node.Node;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service that some roles have beside their nodes, such as the peer sampler: a thread of the driver, with a listener of its own.
 *
 * <p>It takes no task slot, and no executor that is lost takes it along. Should it fail, the nodes go on as their role does without it.
 */
final class DriverService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DriverService.class);

    private final Transport transport;
    private final Communication communication;
    private final Metrics metrics;
    private final Thread thread;
    private volatile boolean closing;

    /**
     * Opens the service's listener; {@link #start} lets it begin.
     *
     * @param transport is closed with this
     * @param role      makes the service, given its end of the network
     */
    DriverService(Transport transport, AddressBook addresses, Metrics metrics, Function<Communication, Node> role) {
        this.transport = transport;
        this.metrics = metrics;
        communication = transport.open(Node.SERVICE, 0, addresses);
        thread = new Thread(() -> run(role), "service");
        thread.setDaemon(true);
    }

    Address address() {
        return new Address(Node.SERVICE, 0, transport.host(), transport.port());
    }

    void start() {
        thread.start();
    }

    private void run(Function<Communication, Node> role) {
        try {
            role.apply(communication).run();
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            if (!closing) {
                LOG.error("the service of this run has failed; its nodes go on without it", e);
                metrics.failure(new FailureRecord(Node.SERVICE, 0, -1, "failed", -1, 0, "the service of this run has failed: " + e));
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        communication.close();
        transport.close();
    }
}
