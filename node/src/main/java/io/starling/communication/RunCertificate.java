package io.starling.communication;

import java.io.ByteArrayInputStream;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The certificate that a run makes for itself, and the key to it. Whoever can sign with this key is one of the run; no other
 * certificate is accepted, whoever has signed it.
 *
 * <p>A run lives for hours and is its own authority, so one self-signed certificate for all its members is enough, and it is
 * compared, not validated: names and dates in it say nothing. Like the run's secret it is never logged or written down.
 */
public final class RunCertificate implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String SIGNATURE = "SHA256withECDSA";
    /** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
    private static final byte[] SIGNATURE_OID = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02};
    /** commonName, 2.5.4.3. */
    private static final byte[] COMMON_NAME_OID = {0x55, 0x04, 0x03};
    /** What RFC 5280 says for certificates without a date of expiry. */
    private static final String NEVER = "99991231235959Z";

    private final byte[] certificate;
    private final byte[] privateKey;

    private RunCertificate(byte[] certificate, byte[] privateKey) {
        this.certificate = certificate;
        this.privateKey = privateKey;
    }

    /** A new key on the curve P-256, and a certificate of it. */
    public static RunCertificate create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            byte[] content = content(pair.getPublic().getEncoded());
            Signature signature = Signature.getInstance(SIGNATURE);
            signature.initSign(pair.getPrivate());
            signature.update(content);
            byte[] certificate = Der.sequence(content, signatureAlgorithm(), Der.bitString(signature.sign()));
            return new RunCertificate(certificate, pair.getPrivate().getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime cannot make keys on P-256, which communication.tls = on needs", e);
        }
    }

    /** What is signed: RFC 5280, 4.1, TBSCertificate. */
    private static byte[] content(byte[] publicKeyInfo) {
        byte[] version3 = Der.tagged(0, Der.integer(BigInteger.TWO));
        byte[] serial = Der.integer(new BigInteger(64, new SecureRandom()).add(BigInteger.ONE));
        byte[] name = Der.sequence(Der.set(Der.sequence(Der.objectId(COMMON_NAME_OID), Der.utf8String("starling run"))));
        // Clocks of a cluster differ.
        byte[] validity = Der.sequence(Der.time(timeText(Instant.now().minus(Duration.ofDays(1)))), Der.time(NEVER));
        return Der.sequence(version3, serial, signatureAlgorithm(), name, validity, name, publicKeyInfo);
    }

    private static String timeText(Instant instant) {
        return DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC).format(instant);
    }

    private static byte[] signatureAlgorithm() {
        return Der.sequence(Der.objectId(SIGNATURE_OID));
    }

    X509Certificate certificate() {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
        } catch (CertificateException e) {
            throw new IllegalStateException("the run's own certificate cannot be read", e);
        }
    }

    PrivateKey privateKey() {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(privateKey));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the run's own key cannot be read", e);
        }
    }

    @Override
    public String toString() {
        return "RunCertificate";
    }

    /** The few of ASN.1's distinguished encoding rules that a certificate needs: tag, length, content. */
    private static final class Der {
        private static byte[] sequence(byte[]... parts) {
            return encode(0x30, parts);
        }

        private static byte[] set(byte[] element) {
            return encode(0x31, element);
        }

        private static byte[] tagged(int number, byte[] content) {
            return encode(0xa0 | number, content);
        }

        private static byte[] integer(BigInteger value) {
            return encode(0x02, value.toByteArray());
        }

        private static byte[] objectId(byte[] encoded) {
            return encode(0x06, encoded);
        }

        private static byte[] utf8String(String text) {
            return encode(0x0c, text.getBytes(StandardCharsets.UTF_8));
        }

        /** Of whole bytes, so no bits at the end are unused. */
        private static byte[] bitString(byte[] bytes) {
            return encode(0x03, new byte[1], bytes);
        }

        /** UTCTime, with a year of two digits, up to 2049; GeneralizedTime after that. */
        private static byte[] time(String text) {
            boolean early = text.compareTo("2050") < 0;
            return encode(early ? 0x17 : 0x18, text.substring(early ? 2 : 0).getBytes(StandardCharsets.US_ASCII));
        }

        private static byte[] encode(int tag, byte[]... parts) {
            int length = 0;
            for (byte[] part : parts) {
                length += part.length;
            }
            int lengthBytes = length < 0x80 ? 1 : length < 0x100 ? 2 : 3;
            ByteBuffer out = ByteBuffer.allocate(1 + lengthBytes + length).put((byte) tag);
            switch (lengthBytes) {
                case 1 -> out.put((byte) length);
                case 2 -> out.put((byte) 0x81).put((byte) length);
                default -> out.put((byte) 0x82).putShort((short) length);
            }
            for (byte[] part : parts) {
                out.put(part);
            }
            return out.array();
        }
    }
}
