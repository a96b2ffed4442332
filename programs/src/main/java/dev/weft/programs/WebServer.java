package dev.weft.programs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** The JDK's own server, for clients: it echoes, redirects, and answers slowly and in chunks. */
final class WebServer implements AutoCloseable {
    private final HttpServer server;
    private final String scheme;
    private final ExecutorService workers = Executors.newFixedThreadPool(4);

    WebServer() throws IOException {
        this(null);
    }

    /** With TLS, if a context is given. */
    WebServer(SSLContext context) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (context == null) {
            server = HttpServer.create(address, 0);
            scheme = "http";
        } else {
            HttpsServer secure = HttpsServer.create(address, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(context));
            server = secure;
            scheme = "https";
        }
        server.createContext("/", WebServer::handle);
        server.setExecutor(workers);
        server.start();
    }

    String url(String path) {
        return scheme + "://localhost:" + server.getAddress().getPort() + path;
    }

    private static void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (path.equals("/missing")) {
                exchange.sendResponseHeaders(404, -1);
            } else if (path.startsWith("/moved")) {
                exchange.getResponseHeaders().add("Location", "/echo?from=moved");
                exchange.sendResponseHeaders(302, -1);
            } else {
                byte[] answer = (exchange.getRequestMethod() + " " + path + " "
                                + exchange.getRequestHeaders().getFirst("X-Test") + " " + Digest.of(body) + "\n")
                        .repeat(path.startsWith("/large") ? 3_000 : 1)
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, path.startsWith("/chunks") ? 0 : answer.length);
                exchange.getResponseBody().write(answer);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdown();
    }
}
