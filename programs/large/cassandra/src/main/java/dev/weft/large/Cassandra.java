package dev.weft.large;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.weft.bench.macro.Place;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.cassandra.service.CassandraDaemon;

/** Cassandra, one node in this JVM, and its driver: writes and reads, flushes, and aggregates. */
public final class Cassandra extends LargeProgram {
    private static final int ROWS = 50;

    private CassandraDaemon daemon;
    private CqlSession session;
    private PreparedStatement insert;
    private PreparedStatement select;

    @Override
    protected void start(Place place) throws Exception {
        Path folder = place.folder();
        int port = Ports.free();
        Path yaml = folder.resolve("cassandra.yaml");
        Files.writeString(
                yaml,
                """
                cluster_name: large
                num_tokens: 4
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                data_file_directories: [%1$s/data]
                commitlog_directory: %1$s/commitlog
                saved_caches_directory: %1$s/caches
                hints_directory: %1$s/hints
                cdc_raw_directory: %1$s/cdc
                commitlog_sync: periodic
                commitlog_sync_period: 1000ms
                listen_address: 127.0.0.1
                rpc_address: 127.0.0.1
                storage_port: %2$d
                native_transport_port: %3$d
                start_native_transport: true
                endpoint_snitch: SimpleSnitch
                key_cache_size: 4MiB
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters:
                      - seeds: "127.0.0.1:%2$d"
                """
                        .formatted(folder, Ports.free(), port));
        System.setProperty("cassandra.config", yaml.toUri().toString());
        System.setProperty("cassandra.storagedir", folder.toString());
        System.setProperty("cassandra-foreground", "true");
        System.setProperty("cassandra.jmx.local.port", String.valueOf(Ports.free()));
        System.setProperty("cassandra.superuser_setup_delay_ms", "0");
        System.setProperty("cassandra.ring_delay_ms", "100");
        System.setProperty("cassandra.skip_wait_for_gossip_to_settle", "0");
        daemon = new CassandraDaemon(true);
        daemon.activate();
        expect(daemon.setupCompleted(), "Cassandra is not set up");
        session = CqlSession.builder()
                .addContactPoint(new InetSocketAddress("127.0.0.1", port))
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1))
                        .build())
                .build();
        session.execute(
                "CREATE KEYSPACE large WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute(
                "CREATE TABLE large.t (worker int, kind int, n int, name text, PRIMARY KEY ((worker, kind), n))");
        insert = session.prepare("INSERT INTO large.t (worker, kind, n, name) VALUES (?, ?, ?, ?)");
        select = session.prepare("SELECT n, name FROM large.t WHERE worker = ? AND kind = ?");
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        List<CompletionStage<AsyncResultSet>> writes = new ArrayList<>();
        for (int n = 0; n < ROWS; n++) {
            writes.add(session.executeAsync(insert.bind(worker, kind, n, "name " + n * kind)));
        }
        for (CompletionStage<AsyncResultSet> write : writes) {
            write.toCompletableFuture().get();
        }
        long sum = 17;
        int count = 0;
        for (Row row : session.execute(select.bind(worker, kind))) {
            sum = sum * 31 + row.getInt(0) + row.getString(1).hashCode();
            count++;
        }
        same(ROWS, count, "rows");
        return sum;
    }

    @Override
    public long check(long calls) {
        long count = session.execute("SELECT count(*) FROM large.t").one().getLong(0);
        expect(count > 0 && count % ROWS == 0, count + " rows");
        return 0;
    }

    @Override
    protected void stop() {
        session.close();
        daemon.deactivate();
    }
}
