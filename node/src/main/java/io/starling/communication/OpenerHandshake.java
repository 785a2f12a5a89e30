package io.starling.communication;

import java.nio.ByteBuffer;

/**
 * The handshake as seen by the node that opens the connection: HELLO, and PROOF once the listener has proved itself.
 *
 * <p>If this node has the lower id, the connection becomes the link. If not, it is only a knock: the peer, whose part it is
 * to open links, learns that one is needed, and this connection is closed.
 */
final class OpenerHandshake implements Connection.Stage {
    private final Connection connection;
    private final Handshake handshake;
    private final NettyCommunication caller;
    private final Address target;
    private final Handshake.Call call;
    private final byte[] nonce;
    private final Runnable ended;
    private boolean proved;
    private boolean heard;

    /** @param ended told once, when this has become a link or come to nothing */
    OpenerHandshake(Connection connection, Handshake handshake, long runId, NettyCommunication caller, Address target, Runnable ended) {
        this.ended = ended;
        this.connection = connection;
        this.handshake = handshake;
        this.caller = caller;
        this.target = target;
        this.call = new Handshake.Call(runId, caller.node(), caller.incarnation(), target.node(), target.incarnation());
        this.nonce = handshake.newNonce();
    }

    @Override
    public void opened() {
        byte[] hello = ByteBuffer.allocate(2 * Integer.BYTES + Handshake.NONCE_BYTES)
            .putInt(target.node()).putInt(target.incarnation()).put(nonce).array();
        send(FrameHeader.HELLO, hello);
    }

    @Override
    public void control(FrameHeader header, ByteBuffer payload) throws BadFrame {
        if (header.sender() != target.node()) {
            throw new BadFrame(Refusal.WRONG_SENDER, "node " + header.sender() + " answered for node " + target.node());
        }
        if (header.kind() == FrameHeader.CHALLENGE && !proved) {
            answer(payload);
        } else if (header.kind() == FrameHeader.WELCOME && proved) {
            welcomed(header);
        } else {
            throw new BadFrame(Refusal.OUT_OF_TURN, "control frame " + header.kind() + " in the handshake");
        }
    }

    private void welcomed(FrameHeader header) {
        if (caller.node() < target.node()) {
            ended.run();
            caller.opened(connection, target.node(), header.incarnation());
        } else {
            heard = true;
            connection.close("heard");
        }
    }

    private void answer(ByteBuffer payload) throws BadFrame {
        if (payload.remaining() != Handshake.NONCE_BYTES + Handshake.PROOF_BYTES) {
            throw new BadFrame(Refusal.GARBAGE, "a challenge of " + payload.remaining() + " bytes");
        }
        byte[] theirNonce = new byte[Handshake.NONCE_BYTES];
        byte[] theirProof = new byte[Handshake.PROOF_BYTES];
        payload.get(theirNonce).get(theirProof);
        if (!handshake.isProof(theirProof, Handshake.Role.LISTENER, call, nonce, theirNonce)) {
            throw new BadFrame(Refusal.WRONG_SECRET, "what listens at " + target.host() + ":" + target.port() + " does not know this run's secret");
        }
        proved = true;
        send(FrameHeader.PROOF, handshake.proof(Handshake.Role.OPENER, call, nonce, theirNonce));
    }

    private void send(int kind, byte[] payload) {
        connection.send(kind, call.from(), call.fromIncarnation(), payload);
    }

    @Override
    public void late(String detail) {
        connection.close(proved ? "the node is not there yet" : detail);
    }

    @Override
    public void closed(String reason) {
        ended.run();
        if (heard) {
            caller.heard(target);
        } else {
            caller.openFailed(target, "handshake with " + target.host() + ":" + target.port() + " failed, " + reason);
        }
    }
}
