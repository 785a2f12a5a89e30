package io.starling.communication;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves, both ways, that the two ends of a connection know the run's secret, without sending it.
 *
 * <p>Each side sends a nonce, and answers with HMAC-SHA256 under the secret of: its role, who calls whom in which run, and both
 * nonces. The role keeps a proof from being sent back to who made it, the nonces keep it from being used a second time.
 */
final class Handshake {
    static final int NONCE_BYTES = 32;
    static final int PROOF_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

    Handshake(byte[] secret) {
        if (secret.length == 0) {
            throw new IllegalArgumentException("the run's secret is empty");
        }
        key = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Who makes a proof. */
    enum Role {
        OPENER, LISTENER
    }

    /** Who calls whom. */
    record Call(long runId, int from, int fromIncarnation, int to, int toIncarnation) {
    }

    byte[] newNonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    byte[] proof(Role role, Call call, byte[] openerNonce, byte[] listenerNonce) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(("starling " + role.name()).getBytes(StandardCharsets.US_ASCII));
            mac.update(ByteBuffer.allocate(24).putLong(call.runId).putInt(call.from).putInt(call.fromIncarnation)
                .putInt(call.to).putInt(call.toIncarnation).flip());
            mac.update(openerNonce);
            mac.update(listenerNonce);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
        }
    }

    /** Compares in a time that does not depend on where the difference is. */
    boolean isProof(byte[] claimed, Role role, Call call, byte[] openerNonce, byte[] listenerNonce) {
        return MessageDigest.isEqual(claimed, proof(role, call, openerNonce, listenerNonce));
    }
}
