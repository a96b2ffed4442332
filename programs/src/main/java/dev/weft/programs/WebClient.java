package dev.weft.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Many clients of a server that echoes: the JDK's HttpURLConnection, kept alive. */
final class WebClient {
    private WebClient() {}

    /** What a server is to answer. */
    static String answer(String method, String path, String body) {
        return method + " " + path + " " + Digest.of(body) + "\n" + "x".repeat(body.length());
    }

    static void run(int port, String[] args) throws Exception {
        Crowd.run("client", Size.of(args, 10, 100), number -> {
            Digest digest = new Digest();
            for (int i = 0; i < 5; i++) {
                digest.add(ask(port, "/echo/" + number + "/" + i, "body ".repeat(i * 300)));
            }
            return digest.toString();
        });
        System.out.println(ask(port, "/fail", "x").lines().findFirst().orElse(""));
    }

    static String ask(int port, String path, String body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        connection.setDoOutput(true);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "text/plain");
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        int code = connection.getResponseCode();
        if (code >= 400) {
            return code + "";
        }
        try (InputStream in = connection.getInputStream()) {
            return code + " " + new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
