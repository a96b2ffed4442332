package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/** OpenSearch: one node in this JVM, spoken to over HTTP: bulk writes, refreshes, searches and aggregations. */
public final class OpenSearch extends LargeProgram {
    private static final int DOCUMENTS = 40;

    private final HttpClient client = HttpClient.newHttpClient();
    private OpenSearchRunner runner;
    private String url;

    @Override
    protected void start(Place place) throws Exception {
        runner = new OpenSearchRunner();
        runner.onBuild((number, settings) -> {
            settings.put("http.cors.enabled", true);
            settings.put("network.host", "127.0.0.1");
            settings.put("discovery.type", "single-node");
            settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
        });
        runner.build(OpenSearchRunner.newConfigs()
                .clusterName("large")
                .basePath(place.folder().resolve("os").toString())
                .numOfNode(1));
        runner.ensureYellow();
        url = "http://127.0.0.1:" + runner.node().settings().get("http.port") + "/";
        send("PUT", "large", "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 0}}");
        runner.ensureGreen();
    }

    private String send(String method, String path, String body) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        expect(response.statusCode() < 300, response.statusCode() + " " + response.body());
        return response.body();
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < DOCUMENTS; i++) {
            bulk.append("{\"index\": {\"_id\": \"")
                    .append(worker * 1000 + kind * 100 + i)
                    .append("\"}}\n");
            bulk.append("{\"group\": \"g")
                    .append(worker)
                    .append('-')
                    .append(kind)
                    .append("\", \"n\": ")
                    .append(i);
            bulk.append(", \"text\": \"the quick fox number ").append(i % 7).append("\"}\n");
        }
        String done = send("POST", "large/_bulk?refresh=true", bulk.toString());
        expect(done.contains("\"errors\":false"), done);
        String query = "{\"size\": 0, \"query\": {\"bool\": {\"must\": [{\"term\": {\"group.keyword\": \"g" + worker
                + "-" + kind + "\"}}, {\"match\": {\"text\": \"" + kind
                + "\"}}]}}, \"aggs\": {\"s\": {\"sum\": {\"field\": \"n\"}}}}";
        String found = send("POST", "large/_search", query);
        int hits = found.indexOf("\"hits\"");
        expect(found.contains("\"failed\":0"), found);
        return found.substring(hits).hashCode();
    }

    @Override
    protected void stop() throws Exception {
        runner.close();
    }
}
