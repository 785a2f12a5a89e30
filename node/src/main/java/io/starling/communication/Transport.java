package io.starling.communication;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import java.io.Serializable;
import java.security.SecureRandom;
import java.util.Map;

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

    /** What was refused at the door: garbage, oversized frames, wrong run ids, secrets or certificates, by reason. */
    Map<String, Long> refusals();

    @Override
    void close();

    /**
     * Which run this is, and what proves that a peer belongs to it.
     *
     * @param secret      shared by the nodes of this run only; never logged
     * @param certificate what the run's connections are encrypted by; null where they are not
     */
    record Membership(long runId, byte[] secret, RunCertificate certificate) implements Serializable {
        private static final int SECRET_BYTES = 32;

        /** Of a run whose connections are not encrypted. */
        public Membership(long runId, byte[] secret) {
            this(runId, secret, null);
        }

        /** Of a new run. */
        public static Membership create(boolean encrypted) {
            SecureRandom random = new SecureRandom();
            byte[] secret = new byte[SECRET_BYTES];
            random.nextBytes(secret);
            // The run's number goes over the wire as it is, so it must not be made from the secret.
            return new Membership(random.nextLong(), secret, encrypted ? RunCertificate.create() : null);
        }

        /** What its connections are encrypted by; null if they are not. */
        public RunTls tls() {
            return certificate == null ? null : new RunTls(certificate);
        }

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
