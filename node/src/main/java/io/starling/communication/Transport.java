package io.starling.communication;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;

/**
 * One executor's part of a run's network: the listener, the threads, and the ends of all nodes that live there.
 */
public interface Transport extends AutoCloseable {
    /** The host that others reach this listener by. */
    String host();

    /** The port this listener is bound to; bound before the transport is handed out. */
    int port();

    /** Opens a node's end. A second one for the same node needs a higher incarnation, and closes the first. */
    Communication open(int node, int incarnation, AddressBook addresses);

    /** What was refused at the door: garbage, oversized frames, wrong run ids or secrets, by reason. */
    java.util.Map<String, Long> refusals();

    @Override
    void close();

    /**
     * Which run this is, and what proves that a peer belongs to it.
     *
     * @param secret shared by the nodes of this run only; never logged
     */
    record Membership(long runId, byte[] secret) {
        @Override
        public String toString() {
            return "Membership[runId=" + Long.toHexString(runId) + "]";
        }
    }

    /** Makes the transport named by {@code communication.kind}. */
    interface Factory extends ModuleFactory {
        /**
         * @param host name or address of this machine as others see it; also the address to bind unless configured otherwise
         */
        Transport create(Settings settings, Membership membership, String host);
    }
}
