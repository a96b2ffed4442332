package dev.weft.programs;

import java.util.Random;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene: an index with merges and deletions, and queries of all kinds. */
public final class Lucene {
    private static final String[] WORDS =
            ("fiber thread carrier monitor suspended resuming frames stacks running parked"
                            + " waiting queues locking weaver twins bridges classes methods images modules")
                    .split(" ");

    private Lucene() {}

    /** Indexes and searches. */
    public static void main(String[] args) throws Exception {
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            IndexWriterConfig config =
                    new IndexWriterConfig(new EnglishAnalyzer()).setMergeScheduler(new SerialMergeScheduler());
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                Random random = new Random(7);
                int count = Size.of(args, 300, 5_000);
                for (int i = 0; i < count; i++) {
                    writer.addDocument(document(i, random));
                    if (i % 70 == 69) {
                        writer.commit();
                    }
                }
                writer.deleteDocuments(new Term("id", "17"));
                writer.updateDocument(new Term("id", "18"), document(count, random));
                writer.forceMerge(1);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                System.out.println(reader.numDocs() + " documents");
                search(new IndexSearcher(reader));
            }
        }
    }

    /** A document with some words at random. */
    public static Document document(int i, Random random) {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 20; k++) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(k % 7 == 6 ? ". " : " ");
        }
        Document document = new Document();
        document.add(new StringField("id", "" + i, Field.Store.YES));
        document.add(new TextField("text", text.toString(), Field.Store.YES));
        document.add(new IntPoint("year", 1900 + i % 120));
        document.add(new NumericDocValuesField("rank", random.nextInt(1_000)));
        return document;
    }

    private static void search(IndexSearcher searcher) throws Exception {
        QueryParser parser = new QueryParser("text", new EnglishAnalyzer());
        String[] texts = {
            "suspend AND resume",
            "\"thread carrier\"~3",
            "monit*",
            "wea?er -bridges",
            "fibre~1",
            "+lock queue^4",
            "[mon TO mos]",
            "/par.*/",
            "id:42",
            "*:*"
        };
        for (String text : texts) {
            Query query = parser.parse(text);
            TopDocs byScore = searcher.search(query, 10);
            TopDocs byRank = searcher.search(query, 10, new Sort(new SortField("rank", SortField.Type.INT)));
            Digest digest = new Digest();
            for (ScoreDoc each : byScore.scoreDocs) {
                digest.add(searcher.storedFields().document(each.doc).get("id") + " " + each.score);
            }
            for (ScoreDoc each : byRank.scoreDocs) {
                digest.add(searcher.storedFields().document(each.doc).get("text"));
            }
            System.out.println(query + ": " + byScore.totalHits + ", " + digest);
        }
        System.out.println(searcher.count(IntPoint.newRangeQuery("year", 1950, 1960)) + " of the years");
    }
}
