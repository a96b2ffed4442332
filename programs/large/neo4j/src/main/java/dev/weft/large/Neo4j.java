package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.util.Map;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;

/** Neo4j, embedded, and its driver over Bolt: Cypher that writes, walks and counts. */
public final class Neo4j extends LargeProgram {
    private DatabaseManagementService service;
    private GraphDatabaseService database;
    private Driver driver;

    @Override
    protected void start(Place place) throws Exception {
        int port = Ports.free();
        service = new DatabaseManagementServiceBuilder(place.folder().resolve("neo4j"))
                .setConfig(BoltConnector.enabled, true)
                .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
                .build();
        database = service.database("neo4j");
        driver = GraphDatabase.driver("bolt://127.0.0.1:" + port, AuthTokens.none());
        try (Transaction transaction = database.beginTx()) {
            transaction.execute("CREATE INDEX FOR (n:Person) ON (n.id)");
            transaction.commit();
        }
        try (Transaction transaction = database.beginTx()) {
            transaction.execute("UNWIND range(0, 99) AS i CREATE (:Person {id: i})");
            transaction.execute(
                    "MATCH (a:Person), (b:Person) WHERE b.id = (a.id * 7 + 1) % 100 OR b.id = (a.id + 3) % 100 "
                            + "CREATE (a)-[:KNOWS]->(b)");
            transaction.commit();
        }
    }

    @Override
    public int kinds() {
        return 4;
    }

    @Override
    public long unit(int worker, int kind) {
        if (kind == 0) {
            try (Transaction transaction = database.beginTx()) {
                long count = (Long) transaction
                        .execute("MATCH (a:Person {id: 5})-[:KNOWS*1..4]->(b) RETURN count(DISTINCT b) AS c")
                        .next()
                        .get("c");
                transaction.commit();
                return count;
            }
        }
        try (Session session = driver.session()) {
            session.writeTransaction(transaction -> transaction
                    .run("CREATE (:Log {worker: $w, kind: $k})", Map.of("w", worker, "k", kind))
                    .consume());
            long sum = 17;
            for (Record record : session.run(
                            "MATCH (a:Person {id: $id})-[:KNOWS*2..3]->(b) RETURN b.id AS id, count(*) AS c"
                                    + " ORDER BY id",
                            Map.of("id", kind * 11))
                    .list()) {
                sum = sum * 31 + record.get("id").asLong() * record.get("c").asLong();
            }
            return sum;
        }
    }

    @Override
    protected void stop() {
        driver.close();
        service.shutdown();
    }
}
