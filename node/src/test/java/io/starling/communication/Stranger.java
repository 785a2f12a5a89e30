package io.starling.communication;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A plain socket that says what it is told to, to a listener that does not expect it. */
final class Stranger implements Closeable {
    private static final int TIMEOUT_MILLIS = 120_000;

    private final Socket socket;
    private final DataInputStream in;
    private final FrameWriter writer;
    private final Handshake handshake;
    private final long runId;

    Stranger(Transport transport, long runId, byte[] secret) throws IOException {
        this.runId = runId;
        this.handshake = new Handshake(secret);
        this.writer = new FrameWriter(UnpooledByteBufAllocator.DEFAULT, runId, 1 << 20, 1 << 30);
        this.socket = new Socket(transport.host(), transport.port());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** One that knows what a member of the run knows. */
    static Stranger member(Transport transport) throws IOException {
        return new Stranger(transport, Tcp.MEMBERSHIP.runId(), Tcp.MEMBERSHIP.secret());
    }

    void say(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    byte[] control(int kind, int sender, int incarnation, byte[] payload) {
        return taken(writer.control(kind, sender, incarnation, payload));
    }

    byte[] message(Message message) {
        return taken(writer.message(message).get(0));
    }

    private static byte[] taken(ByteBuf frame) {
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }

    /** Says HELLO and answers the challenge with what it takes for the secret. */
    void shakeHands(int from, int fromIncarnation, int to, int toIncarnation) throws IOException {
        byte[] nonce = handshake.newNonce();
        say(control(FrameHeader.HELLO, from, fromIncarnation, ByteBuffer.allocate(40).putInt(to).putInt(toIncarnation).put(nonce).array()));
        byte[] theirNonce = Arrays.copyOf(readPayload(), Handshake.NONCE_BYTES);
        var call = new Handshake.Call(runId, from, fromIncarnation, to, toIncarnation);
        say(control(FrameHeader.PROOF, from, fromIncarnation, handshake.proof(Handshake.Role.OPENER, call, nonce, theirNonce)));
    }

    /** The payload of the next frame. */
    byte[] readPayload() throws IOException {
        byte[] rest = new byte[in.readInt()];
        in.readFully(rest);
        return Arrays.copyOfRange(rest, FrameHeader.BYTES - Integer.BYTES, rest.length);
    }

    /** Waits until the other side has closed the connection. */
    boolean isShutOut() throws IOException {
        try {
            while (in.read() >= 0) {
                // What was said before the end does not matter.
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
