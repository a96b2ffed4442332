package dev.weft.programs;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Netty with its codec for HTTP. */
public final class Netty {
    private Netty() {}

    private static final class Echo extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            boolean fails = request.uri().equals("/fail");
            String text = WebClient.answer(
                    request.method().name(), request.uri(), request.content().toString(StandardCharsets.UTF_8));
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    fails ? HttpResponseStatus.INTERNAL_SERVER_ERROR : HttpResponseStatus.OK,
                    Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
            response.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
            boolean isKept = HttpUtil.isKeepAlive(request);
            HttpUtil.setKeepAlive(response, isKept);
            var written = context.writeAndFlush(response);
            if (!isKept) {
                written.addListener(ChannelFutureListener.CLOSE);
            }
        }
    }

    /** Serves. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        EventLoopGroup group = new NioEventLoopGroup(3);
        Channel server = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20), new Echo());
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        WebClient.run(((InetSocketAddress) server.localAddress()).getPort(), args);
        server.close().sync();
        System.out.println(group.shutdownGracefully(0, 5, java.util.concurrent.TimeUnit.SECONDS)
                .await()
                .isSuccess());
    }
}
