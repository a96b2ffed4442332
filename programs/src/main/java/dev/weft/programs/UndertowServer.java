package dev.weft.programs;

import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.BlockingHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** The server Undertow, with a handler that blocks. */
public final class UndertowServer {
    private UndertowServer() {}

    /** Serves. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        Undertow server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setIoThreads(2)
                .setWorkerThreads(10)
                .setHandler(new BlockingHandler(UndertowServer::echo))
                .build();
        server.start();
        InetSocketAddress address =
                (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        WebClient.run(address.getPort(), args);
        server.stop();
    }

    private static void echo(HttpServerExchange exchange) throws IOException {
        if (exchange.getRequestPath().equals("/fail")) {
            throw new IllegalStateException("meant");
        }
        String body = new String(exchange.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        exchange.getResponseSender()
                .send(WebClient.answer(exchange.getRequestMethod().toString(), exchange.getRequestPath(), body));
    }
}
