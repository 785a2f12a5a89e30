package io.starling.spark.rendezvous;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.MessageToMessageCodec;
import java.io.InputStream;
import java.util.List;

/** Control messages as length-prefixed JSON. */
final class ControlCodec extends MessageToMessageCodec<ByteBuf, ControlMessage> {
    private static final ObjectMapper JSON = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    static void addTo(ChannelPipeline pipeline) {
        pipeline.addLast(new ControlFrames(), new LengthFieldPrepender(4), new ControlCodec());
    }

    @Override
    protected void encode(ChannelHandlerContext context, ControlMessage message, List<Object> out) throws Exception {
        byte[] bytes = JSON.writeValueAsBytes(message);
        out.add(context.alloc().buffer(bytes.length).writeBytes(bytes));
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf frame, List<Object> out) throws Exception {
        try (InputStream in = new ByteBufInputStream(frame)) {
            ControlMessage message = JSON.readValue(in, ControlMessage.class);
            if (message == null) {
                throw new CorruptedFrameException("a control message that is null");
            }
            out.add(message);
        }
    }
}
