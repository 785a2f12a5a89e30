package io.starling.spark.rendezvous;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Shows knowledge of the run's secret without telling it: an HMAC over the other side's challenge. */
final class Proof {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Proof() {
    }

    static String newNonce() {
        byte[] nonce = new byte[16];
        RANDOM.nextBytes(nonce);
        return HexFormat.of().formatHex(nonce);
    }

    /** @param side who proves: a proof of one side must not serve for the other */
    static String of(byte[] secret, String side, String nonce) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal((side + ":" + nonce).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean holds(String proof, byte[] secret, String side, String nonce) {
        return proof != null && MessageDigest.isEqual(proof.getBytes(StandardCharsets.UTF_8),
            of(secret, side, nonce).getBytes(StandardCharsets.UTF_8));
    }
}
