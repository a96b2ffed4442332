package dev.weft.examples;

import com.sun.net.httpserver.HttpServer;
import dev.weft.Async;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** An asynchronous client, used by code that blocks; that code is a future again for who wants one. */
public final class BlockingHttp {
    private BlockingHttp() {}

    /** Asks a server of its own. */
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = exchange.getRequestURI().getPath().getBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        HttpClient client = HttpClient.newHttpClient();
        String root = "http://localhost:" + server.getAddress().getPort();
        CompletableFuture<String> both =
                Async.start(() -> get(client, root + "/first") + " " + get(client, root + "/second"));
        System.out.println(both.get());
        server.stop(0);
    }

    private static String get(HttpClient client, String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return Async.await(client.sendAsync(request, BodyHandlers.ofString())).body();
    }
}
