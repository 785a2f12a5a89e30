package io.starling.communication;

import java.nio.ByteBuffer;

/**
 * The handshake as seen by the listener: CHALLENGE, and WELCOME once the opener has proved itself and the wanted node is
 * there.
 *
 * <p>A proven opener may come before the node it wants, since addresses are known before nodes are open. It then waits in the
 * transport's lobby, until the handshake's deadline at most.
 */
final class ListenerHandshake implements Connection.Stage {
    private final Connection connection;
    private final NettyTransport transport;
    private final Handshake handshake;
    private final long runId;

    private Handshake.Call call;
    private byte[] openerNonce;
    private byte[] nonce;
    private boolean proved;

    ListenerHandshake(Connection connection, NettyTransport transport, Handshake handshake, long runId) {
        this.connection = connection;
        this.transport = transport;
        this.handshake = handshake;
        this.runId = runId;
    }

    Connection connection() {
        return connection;
    }

    /** Who wants whom; known once the HELLO has come. */
    Handshake.Call call() {
        return call;
    }

    /** Whether the caller has the higher id, and so asks for a link instead of opening it. */
    boolean isKnock() {
        return call.from() > call.to();
    }

    @Override
    public void control(FrameHeader header, ByteBuffer payload) throws BadFrame {
        if (header.kind() == FrameHeader.HELLO && call == null) {
            challenge(header, payload);
        } else if (header.kind() == FrameHeader.PROOF && call != null && !proved) {
            check(header, payload);
        } else {
            throw new BadFrame(Refusal.OUT_OF_TURN, "control frame " + header.kind() + " in the handshake");
        }
    }

    private void challenge(FrameHeader header, ByteBuffer payload) throws BadFrame {
        if (payload.remaining() != 2 * Integer.BYTES + Handshake.NONCE_BYTES) {
            throw new BadFrame(Refusal.GARBAGE, "a hello of " + payload.remaining() + " bytes");
        }
        call = new Handshake.Call(runId, header.sender(), header.incarnation(), payload.getInt(), payload.getInt());
        openerNonce = new byte[Handshake.NONCE_BYTES];
        payload.get(openerNonce);
        nonce = handshake.newNonce();
        byte[] answer = ByteBuffer.allocate(Handshake.NONCE_BYTES + Handshake.PROOF_BYTES)
            .put(nonce).put(handshake.proof(Handshake.Role.LISTENER, call, openerNonce, nonce)).array();
        connection.send(FrameHeader.CHALLENGE, call.to(), call.toIncarnation(), answer);
    }

    private void check(FrameHeader header, ByteBuffer payload) throws BadFrame {
        byte[] proof = new byte[payload.remaining()];
        payload.get(proof);
        boolean sameSender = header.sender() == call.from() && header.incarnation() == call.fromIncarnation();
        if (!sameSender || !handshake.isProof(proof, Handshake.Role.OPENER, call, openerNonce, nonce)) {
            throw new BadFrame(Refusal.WRONG_SECRET, "who calls itself node " + header.sender() + " does not know this run's secret");
        }
        if (call.from() == call.to()) {
            throw new BadFrame(Refusal.WRONG_TARGET, "node " + call.from() + " calls itself");
        }
        proved = true;
        transport.proved(this);
    }

    @Override
    public void late(String detail) {
        if (proved) {
            connection.refuse(Refusal.WRONG_TARGET, "node " + call.to() + ", incarnation " + call.toIncarnation() + ", is not here");
        } else {
            connection.refuse(Refusal.TOO_SLOW, detail);
        }
    }

    @Override
    public void closed(String reason) {
        transport.left(this);
    }
}
