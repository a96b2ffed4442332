package dev.weft.programs;

import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.util.EntityUtils;

/** Apache HttpClient 4, with its pool of connections. */
public final class HttpClient4 {
    private HttpClient4() {}

    /** Asks. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        try (WebServer server = new WebServer();
                CloseableHttpClient client = HttpClients.custom()
                        .setMaxConnPerRoute(4)
                        .setMaxConnTotal(4)
                        .setRedirectStrategy(new LaxRedirectStrategy())
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
        try (CloseableHttpResponse answer = client.execute(request)) {
            String body = answer.getEntity() == null ? "" : EntityUtils.toString(answer.getEntity());
            return answer.getStatusLine() + " " + Digest.of(body);
        }
    }
}
