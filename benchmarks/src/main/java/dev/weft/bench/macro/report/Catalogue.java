package dev.weft.bench.macro.report;

import java.util.List;
import java.util.stream.Stream;

/** The programs of the set. A new one is a class in a module below {@code benchmarks/macro}, and a line here. */
final class Catalogue {
    static final String POSTGRES = "postgresql";
    static final String JAVAC = "javac";
    static final String KAFKA = "kafka";
    static final String SPRING = "spring";
    static final String SPRING_WAITS = "spring-waits";
    static final String WAITS = "-Dmacro.wait=100";

    private static final String PACKAGE = "dev.weft.macro.";
    private static final boolean VIRTUAL = true;
    private static final boolean OWN_THREADS = false;

    private Catalogue() {}

    /** Those whose starts are goals. */
    static final List<String> STARTS = List.of(SPRING, KAFKA);

    static List<Program> all() {
        return List.of(
                of(KAFKA, "kafka", "Kafka", 1024, "message", OWN_THREADS),
                of(SPRING, "spring", "Spring", 256, "request", VIRTUAL, "-Dmacro.connections=100"),
                of(SPRING_WAITS, "spring", "Spring", 512, "request", VIRTUAL, "-Dmacro.connections=2000", WAITS),
                of("lucene", "libraries", "Lucene", 512, "10 documents and queries", VIRTUAL),
                of("h2", "libraries", "H2", 512, "transaction", VIRTUAL),
                of(JAVAC, "libraries", "Javac", 512, "compilation", VIRTUAL),
                of("scalac", "libraries", "Scalac", 512, "compilation", VIRTUAL),
                of("jackson", "libraries", "JacksonPipeline", 256, "document of 50 orders", VIRTUAL),
                of("protobuf", "libraries", "Protobuf", 256, "100 messages", VIRTUAL),
                of("disruptor", "libraries", "DisruptorPipeline", 256, "1,000 events", VIRTUAL),
                of("queues", "libraries", "Queues", 256, "message through 8 stages", VIRTUAL),
                of("netty", "libraries", "Netty", 256, "request", OWN_THREADS),
                of("pekko", "libraries", "Pekko", 256, "message", OWN_THREADS),
                of(POSTGRES, "libraries", "PostgreSql", 256, "transaction", VIRTUAL),
                of("groovy", "libraries", "Groovy", 256, "page", VIRTUAL),
                of("derby", "libraries", "DerbyServer", 512, "transaction", OWN_THREADS),
                of("hsqldb", "libraries", "HsqldbServer", 512, "transaction", OWN_THREADS),
                of("jetty", "libraries", "Jetty", 256, "request", VIRTUAL),
                of("flink", "flink", "Flink", 1024, "job of 100,000 records", OWN_THREADS),
                of("spark", "spark", "Spark", 1024, "query", OWN_THREADS, opens()));
    }

    private static Program of(
            String name,
            String module,
            String type,
            int megabytes,
            String unit,
            boolean hasVirtual,
            String... options) {
        return new Program(name, module, PACKAGE + type, megabytes, unit, hasVirtual, List.of(options));
    }

    /** What Spark's own scripts give to java. */
    private static String[] opens() {
        return Stream.of(
                        "java.lang",
                        "java.lang.invoke",
                        "java.lang.reflect",
                        "java.io",
                        "java.net",
                        "java.nio",
                        "java.util",
                        "java.util.concurrent",
                        "java.util.concurrent.atomic",
                        "sun.nio.ch",
                        "sun.nio.cs",
                        "sun.security.action",
                        "sun.util.calendar")
                .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
                .toArray(String[]::new);
    }
}
