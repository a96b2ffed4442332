package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import java.util.Random;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene: each worker makes indexes of its own in memory, and searches them. */
public final class Lucene implements MacroProgram {
    private static final String[] QUERIES = {
        "suspend AND resume", "\"thread carrier\"~3", "monit*", "fibre~1", "/par.*/"
    };
    private static final int DOCUMENTS = 200;

    @Override
    public void open(Place place) {
        // nothing to be started
    }

    @Override
    public int kinds() {
        return 7;
    }

    @Override
    public int unitsPerCall() {
        return DOCUMENTS / 10;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Random random = new Random(kind);
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            IndexWriterConfig config =
                    new IndexWriterConfig(new EnglishAnalyzer()).setMergeScheduler(new SerialMergeScheduler());
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                for (int i = 0; i < DOCUMENTS; i++) {
                    writer.addDocument(dev.weft.programs.Lucene.document(i, random));
                    if (i % 50 == 49) {
                        writer.commit();
                    }
                }
                writer.forceMerge(1);
            }
            return search(directory);
        }
    }

    private static long search(ByteBuffersDirectory directory) throws Exception {
        long sum = 0;
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            QueryParser parser = new QueryParser("text", new EnglishAnalyzer());
            for (int i = 0; i < DOCUMENTS / 10; i++) {
                var found = searcher.search(parser.parse(QUERIES[i % QUERIES.length]), 10);
                for (ScoreDoc each : found.scoreDocs) {
                    String id = searcher.storedFields().document(each.doc).get("id");
                    sum = sum * 31 + id.hashCode() + Math.round(each.score * 1000);
                }
            }
        }
        return sum;
    }
}
