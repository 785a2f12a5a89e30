package io.starling.communication;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.net.Socket;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS 1.3 between members of one run: both sides show the {@link RunCertificate}, and accept no other.
 *
 * <p>Deadlines of the handshake are the matter of whoever puts the handler into a pipeline.
 */
public final class RunTls {
    private static final String VERSION = "TLSv1.3";

    private final SslContext listening;
    private final SslContext opening;

    public RunTls(RunCertificate identity) {
        X509Certificate certificate = identity.certificate();
        PrivateKey key = identity.privateKey();
        var only = new OnlyThis(certificate);
        try {
            listening = SslContextBuilder.forServer(key, certificate).sslProvider(SslProvider.JDK).protocols(VERSION)
                .trustManager(only).clientAuth(ClientAuth.REQUIRE).build();
            opening = SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols(VERSION)
                .keyManager(key, certificate).trustManager(only).build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java runtime has no " + VERSION + ", which communication.tls = on needs", e);
        }
    }

    /** For a connection that somebody else has opened. */
    public SslHandler listener(ByteBufAllocator allocator) {
        return withoutTimeout(listening.newHandler(allocator));
    }

    /** For a connection that this side opens. */
    public SslHandler opener(ByteBufAllocator allocator) {
        return withoutTimeout(opening.newHandler(allocator));
    }

    private static SslHandler withoutTimeout(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    /** Trusts one certificate. That the other side has the key to it is checked by TLS itself. */
    private static final class OnlyThis extends X509ExtendedTrustManager {
        private final X509Certificate certificate;

        private OnlyThis(X509Certificate certificate) {
            this.certificate = certificate;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            if (chain == null || chain.length != 1 || !chain[0].equals(certificate)) {
                throw new CertificateException("not this run's certificate");
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
