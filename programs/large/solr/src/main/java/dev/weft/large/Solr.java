package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.core.CoreContainer;

/** Solr, embedded: documents, hard commits that open searchers, queries with facets. */
public final class Solr extends LargeProgram {
    private static final int DOCUMENTS = 30;

    private CoreContainer container;
    private EmbeddedSolrServer server;

    @Override
    protected void start(Place place) throws Exception {
        Path home = place.folder().resolve("solr");
        Path conf = Files.createDirectories(home.resolve("large/conf"));
        Files.writeString(home.resolve("solr.xml"), "<solr></solr>");
        Files.writeString(home.resolve("large/core.properties"), "name=large\n");
        Files.writeString(
                conf.resolve("solrconfig.xml"),
                "<config><luceneMatchVersion>9.10</luceneMatchVersion>"
                        + "<schemaFactory class=\"ClassicIndexSchemaFactory\"/>"
                        + "<updateHandler class=\"solr.DirectUpdateHandler2\"><updateLog/></updateHandler>"
                        + "<requestHandler name=\"/select\" class=\"solr.SearchHandler\"/></config>");
        Files.writeString(
                conf.resolve("schema.xml"),
                "<schema name=\"large\" version=\"1.6\">"
                        + "<fieldType name=\"s\" class=\"solr.StrField\" docValues=\"true\"/>"
                        + "<fieldType name=\"i\" class=\"solr.IntPointField\" docValues=\"true\"/>"
                        + "<fieldType name=\"l\" class=\"solr.LongPointField\" docValues=\"true\"/>"
                        + "<fieldType name=\"t\" class=\"solr.TextField\"><analyzer><tokenizer name=\"standard\"/>"
                        + "<filter name=\"lowercase\"/></analyzer></fieldType>"
                        + "<field name=\"id\" type=\"s\" required=\"true\"/><field name=\"_version_\" type=\"l\"/>"
                        + "<field name=\"n\" type=\"i\"/><field name=\"group\" type=\"s\"/>"
                        + "<field name=\"text\" type=\"t\"/>"
                        + "<uniqueKey>id</uniqueKey></schema>");
        container = CoreContainer.createAndLoad(home);
        server = new EmbeddedSolrServer(container, "large");
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        List<SolrInputDocument> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            SolrInputDocument document = new SolrInputDocument();
            document.addField("id", worker + "-" + kind + "-" + i);
            document.addField("n", i);
            document.addField("group", "g" + worker + "-" + kind);
            document.addField("text", "Some words, and the number " + i % (3 + kind));
            documents.add(document);
        }
        server.add(documents);
        server.commit();
        SolrQuery query = new SolrQuery("text:number AND text:2");
        query.addFilterQuery("group:g" + worker + "-" + kind);
        query.setRows(DOCUMENTS);
        query.setSort("n", SolrQuery.ORDER.desc);
        query.setFacet(true);
        query.addFacetField("n");
        QueryResponse response = server.query(query);
        long sum = response.getFacetField("n").getValueCount();
        for (SolrDocument document : response.getResults()) {
            sum = sum * 31 + (Integer) document.getFieldValue("n");
        }
        return response.getResults().getNumFound() * 31 + sum;
    }

    @Override
    protected void stop() throws Exception {
        server.close();
        container.shutdown();
    }
}
