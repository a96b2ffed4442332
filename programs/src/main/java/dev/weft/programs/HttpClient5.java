package dev.weft.programs;

import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Apache HttpClient 5, with its pool of connections. */
public final class HttpClient5 {
    private HttpClient5() {}

    /** Asks. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        try (WebServer server = new WebServer();
                CloseableHttpClient client = HttpClients.custom()
                        .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                                .setMaxConnPerRoute(4)
                                .setMaxConnTotal(4)
                                .build())
                        .build()) {
            for (String path : new String[] {"/echo", "/chunks", "/large", "/missing", "/moved"}) {
                System.out.println(ask(client, server.url(path)));
            }
            Crowd.run("client", Size.of(args, 20, 300), number -> ask(client, server.url("/echo?" + number)));
        }
    }

    private static String ask(CloseableHttpClient client, String url) throws Exception {
        HttpPost request = new HttpPost(url);
        request.setHeader("X-Test", "t");
        request.setEntity(new StringEntity("body ".repeat(100)));
        return client.execute(request, answer -> {
            String body = answer.getEntity() == null ? "" : EntityUtils.toString(answer.getEntity());
            return answer.getCode() + " " + Digest.of(body);
        });
    }
}
