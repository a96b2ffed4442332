package dev.weft.programs;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp: calls that block, and calls that call back. */
public final class OkHttp {
    private OkHttp() {}

    /** Asks. */
    public static void main(String[] args) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder()
                .readTimeout(Duration.ofMinutes(20))
                .addInterceptor(chain -> chain.proceed(chain.request()
                        .newBuilder()
                        .header("X-Test", "intercepted")
                        .build()))
                .build();
        try (WebServer server = new WebServer()) {
            for (String path : new String[] {"/echo", "/chunks", "/large", "/missing", "/moved"}) {
                try (Response answer = client.newCall(request(server.url(path))).execute()) {
                    System.out.println(path + ": " + answer.code() + " "
                            + Digest.of(answer.body().string()));
                }
            }
            Crowd.run("client", Size.of(args, 20, 300), number -> {
                try (Response answer =
                        client.newCall(request(server.url("/echo?" + number))).execute()) {
                    return answer.body().string();
                }
            });
            System.out.println(later(client, server.url("/echo?later")).get());
        }
        try {
            client.newCall(request("http://localhost:1/")).execute();
        } catch (IOException e) {
            System.out.println(e.getClass().getName());
        }
        client.dispatcher().executorService().shutdown();
    }

    private static Request request(String url) {
        return new Request.Builder()
                .url(url)
                .post(RequestBody.create("body ".repeat(100), MediaType.get("text/plain")))
                .build();
    }

    private static CompletableFuture<String> later(OkHttpClient client, String url) {
        CompletableFuture<String> result = new CompletableFuture<>();
        client.newCall(request(url)).enqueue(new Callback() {
            @Override
            public void onFailure(Call call, IOException e) {
                result.completeExceptionally(e);
            }

            @Override
            public void onResponse(Call call, Response answer) throws IOException {
                try (answer) {
                    result.complete(answer.body().string());
                }
            }
        });
        return result;
    }
}
