package dev.weft.programs;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;

/** {@code java.net.http.HttpClient} against the JDK's own server, plain and with TLS. */
public final class JdkHttpClient {
    private JdkHttpClient() {}

    /** Asks. */
    public static void main(String[] args) throws Exception {
        SSLContext context = Certificate.context();
        try (WebServer server = new WebServer()) {
            HttpClient client = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
            for (String path : new String[] {"/echo", "/chunks", "/large", "/missing", "/moved"}) {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(server.url(path)))
                                .header("X-Test", "t")
                                .POST(HttpRequest.BodyPublishers.ofString("body ".repeat(500)))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                System.out.println(path + ": " + answer.statusCode() + " " + Digest.of(answer.body()));
            }
            List<CompletableFuture<String>> all = new ArrayList<>();
            for (int i = 0; i < Size.of(args, 10, 200); i++) {
                all.add(client.sendAsync(
                                HttpRequest.newBuilder(URI.create(server.url("/echo?" + i)))
                                        .build(),
                                HttpResponse.BodyHandlers.ofLines())
                        .thenApply(answer -> answer.body().toList().toString()));
            }
            Digest digest = new Digest();
            for (CompletableFuture<String> each : all) {
                digest.add(each.get());
            }
            System.out.println("async: " + digest);
            try {
                client.send(
                        HttpRequest.newBuilder(URI.create("http://localhost:1/"))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
            } catch (HttpTimeoutException e) {
                System.out.println("timeout");
            } catch (java.io.IOException e) {
                System.out.println(e.getClass().getName());
            }
        }
        try (WebServer server = new WebServer(context)) {
            HttpClient client = HttpClient.newBuilder().sslContext(context).build();
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.url("/large"))).build(),
                    HttpResponse.BodyHandlers.ofString());
            System.out.println("https: " + answer.statusCode() + " " + Digest.of(answer.body()) + " "
                    + answer.sslSession().orElseThrow().getProtocol());
        }
    }
}
