/**
 * How nodes reach each other.
 *
 * <p>A {@link io.starling.communication.Transport} is one executor's part of a run's network; it opens a
 * {@link io.starling.communication.Communication} for every node that lives there, and that is all a node sees: send a
 * {@link io.starling.communication.Message} to some peers, receive the next one from any. There are two implementations held to
 * one contract ({@code CommunicationKit} in the test fixtures): {@link io.starling.communication.NettyTransport} over TCP, and
 * {@link io.starling.communication.InMemoryNetwork} for tests, which can also be made to delay, lose, reorder and repeat. The same can be
 * done to any transport of a real run by {@link io.starling.communication.FaultyTransport} ({@code communication.faults}).
 *
 * <h2>A link</h2>
 *
 * The lower of two ids opens the connection to the listener of the other's executor. Nothing is believed of the other side
 * before it has proved to know the run's secret; a proof is HMAC-SHA256 over role, run, both ids, both incarnations and
 * both nonces.
 *
 * <pre>
 *   lower id                                    higher id
 *      |  HELLO      to, its incarnation, nonce     |
 *      | -----------------------------------------&gt; |
 *      |  CHALLENGE  nonce, listener's proof        |
 *      | &lt;----------------------------------------- |
 *      |  PROOF      opener's proof                 |
 *      | -----------------------------------------&gt; |
 *      |  WELCOME    when the node is open          |
 *      | &lt;----------------------------------------- |
 *      |  messages, both ways                       |
 *      | &lt;========================================&gt; |
 *      |  GOODBYE    each side, after its last message; the connection closes when both are through
 *      | &lt;----------------------------------------&gt; |
 * </pre>
 *
 * On graphs that change with the round, links that have not been used for a while make room for others
 * ({@code communication.max-links}): RECESS from each side instead of GOODBYE, of which the nodes learn nothing. The next send opens
 * the link again.
 *
 * <p>A node that needs a link to a lower id, which may not know that it does, knocks: the same four frames from the higher id,
 * after which the connection is closed and the lower id opens the link.
 *
 * <p>With {@code communication.tls = on} all of this goes through TLS 1.3, in which both sides have to show the run's certificate
 * ({@link io.starling.communication.RunTls}); the deadline of the handshake is then for both handshakes together.
 *
 * <h2>A frame</h2>
 *
 * Everything on a connection is a frame: a header of 56 bytes, then the payload. All numbers are big-endian.
 *
 * <pre>
 *   at  bytes
 *    0    4   length        bytes that follow this field: 52 + payload, at most 52 + 1 MiB
 *    4    4   magic         "STRL"
 *    8    1   version       1
 *    9    1   kind          1 model, 2 control, 3 samples; 16 HELLO, 17 CHALLENGE, 18 PROOF, 19 WELCOME, 20 GOODBYE, 21 RECESS
 *   10    2   (zero)
 *   12    8   run id
 *   20    4   sender        node id
 *   24    4   incarnation   of the sender
 *   28    4   round
 *   32    4   channel
 *   36    4   codec
 *   40    4   metadata      how many bytes of the whole payload are not parameter values
 *   44    4   offset        where in the whole payload this frame's part begins
 *   48    4   total         bytes of the whole payload
 *   52    4   CRC32C        of the 52 bytes before it and of this frame's payload
 *   56    …   payload       at most 1 MiB; of a control frame, at most 256 bytes
 * </pre>
 *
 * A larger message is a row of frames with rising offsets and nothing between them. The receiver is not named, so a message
 * is encoded once and the same buffers are written to every neighbour's link. A header's claims are checked against the limits
 * before memory is taken: before the handshake is over a connection costs a few hundred bytes, and after it a message's memory
 * grows as its bytes arrive. Java serialization is never used.
 *
 * <p>What breaks these rules (garbage, an oversized frame, a bad checksum, another run's id, a wrong secret or certificate, a node that is
 * not here, a slow handshake) is disconnected and counted in {@link io.starling.communication.Transport#refusals}; everybody else
 * goes on.
 *
 * <h2>Bounds</h2>
 *
 * A send waits while more than {@code communication.send-buffer} is under way to a peer. Each peer has a share
 * {@code communication.inbox} of the receiver's inbox; a peer whose share is full is not read from, so TCP stops it, while the
 * others' messages still come in. Both bounds are checked between whole messages: one message always fits, so the
 * most that is held for a peer is the bound and one message.
 *
 * <p>The way in is {@link io.starling.communication.Transport.Factory}, chosen by {@code communication.kind}.
 */
package io.starling.communication;
