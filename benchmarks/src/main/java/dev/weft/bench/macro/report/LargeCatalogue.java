package dev.weft.bench.macro.report;

import java.util.List;

/** The large programs. A new one is a class in a module below {@code programs/large}, and a line here. */
final class LargeCatalogue {
    /** An agent whose jar is found on the class path. */
    static final String JAMM = "-javaagent:";
    /** Begins an option; in chaos mode, where the woven JDK is such a patch itself, its jar is on the class path. */
    static final String PATCH = "--patch-module=";
    /** Stands for the folder that the program's module is built in. */
    static final String TARGET = "{target}";

    private LargeCatalogue() {}

    static List<Program> all() {
        String[] opens = opens();
        String[] naming = with("--add-opens=java.naming/javax.naming.spi=ALL-UNNAMED", opens);
        return List.of(
                of("sqlite", "native", "Sqlite", opens),
                of("natives", "native", "Natives", opens),
                of("lmdb", "native", "Lmdb", with("-Dweft.platform=name:lmdb-writer-*", opens)),
                of("disruptor", "disruptor", "Strategies"),
                of("aeron", "aeron", "AeronArchive", opens),
                of("cassandra", "cassandra", "Cassandra", with(JAMM, opens)),
                of("opensearch", "opensearch", "OpenSearch"),
                of("ignite", "ignite", "IgniteGrid", opens),
                of("chronicle", "chronicle", "Chronicle", opens),
                of("neo4j", "neo4j", "Neo4j", opens),
                of("hadoop", "hadoop", "Hadoop"),
                of("graaljs", "graaljs", "GraalJs"),
                of("solr", "solr", "Solr"),
                of("zookeeper", "zookeeper", "ZooKeeper"),
                of("jmeter", "jmeter", "JMeter"),
                of("clojure", "clojure", "CoreAsync"),
                of("hazelcast", "hazelcast", "HazelcastGrid"),
                of("artemis", "artemis", "Artemis"),
                of("camunda", "camunda", "Camunda"),
                of("flowable", "flowable", "Flowable"),
                of("hibernate", "hibernate", "HibernateLazy"),
                of(
                        "payara",
                        "payara",
                        "Payara",
                        with("--add-opens=java.base/sun.net.www.protocol.jar=ALL-UNNAMED", naming)),
                of("tomee", "tomee", "TomEe"),
                of("documents", "documents", "Documents", "-Djava.awt.headless=true"),
                of("swing", "desktop", "Desktop", "-Djava.awt.headless=true"),
                of("weka", "weka", "Weka"),
                of("gatling", "gatling", "GatlingLoad"),
                of("irc", "chat", "Irc"),
                of("xmpp", "chat", "Xmpp"),
                of("scripts", "languages", "Scripts"),
                of("quarkus", "quarkus", "Quarkus"),
                of("karaf", "karaf", "Karaf", karaf()),
                of("h2o", "h2o", "H2oNode", "--add-opens=java.base/java.lang=ALL-UNNAMED"),
                of("zio", "effects", "ZioFibers"),
                of("cats-effect", "effects", "CatsEffect"),
                of("wildfly", "wildfly", "WildFly", wildFly()));
    }

    private static Program of(String name, String module, String type, String... options) {
        return new Program(name, module, "dev.weft.large." + type, 1024, "unit", false, List.of(options));
    }

    private static String[] with(String first, String... options) {
        String[] all = new String[options.length + 1];
        all[0] = first;
        System.arraycopy(options, 0, all, 1, options.length);
        return all;
    }

    private static String[] karaf() {
        String home = TARGET + "/apache-karaf-4.4.10";
        return new String[] {
            "-Dkaraf.home=" + home,
            "--add-reads=java.xml=java.logging",
            "--add-exports=java.base/org.apache.karaf.specs.locator=java.xml,ALL-UNNAMED",
            PATCH + "java.base=" + home + "/lib/endorsed/org.apache.karaf.specs.locator-4.4.10.jar",
            PATCH + "java.xml=" + home + "/lib/endorsed/org.apache.karaf.specs.java.xml-4.4.10.jar",
            "--add-opens=java.base/java.security=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.naming/javax.naming.spi=ALL-UNNAMED",
            "--add-opens=java.rmi/sun.rmi.transport.tcp=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.www.protocol.file=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.www.protocol.ftp=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.www.protocol.http=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.www.protocol.https=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.www.protocol.jar=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.www.content.text=ALL-UNNAMED",
            "--add-exports=jdk.xml.dom/org.w3c.dom.html=ALL-UNNAMED",
            "--add-exports=jdk.naming.rmi/com.sun.jndi.url.rmi=ALL-UNNAMED",
            "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
            "--add-exports=java.security.sasl/com.sun.security.sasl=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED"
        };
    }

    private static String[] wildFly() {
        return new String[] {
            "-Dlarge.home=" + TARGET + "/wildfly-26.1.3.Final",
            "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.url.ldap=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.url.ldaps=ALL-UNNAMED",
            "--add-exports=jdk.naming.dns/com.sun.jndi.dns=ALL-UNNAMED",
            "--add-opens=java.base/com.sun.net.ssl.internal.ssl=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.security=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.management/javax.management=ALL-UNNAMED",
            "--add-opens=java.naming/javax.naming=ALL-UNNAMED"
        };
    }

    /** What the scripts of such programs give to java. */
    private static String[] opens() {
        return new String[] {
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
            "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
            "--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
            "--add-exports=java.sql/java.sql=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.module=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED",
            "--add-opens=java.base/java.math=ALL-UNNAMED",
            "--add-opens=java.base/java.text=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED"
        };
    }
}
