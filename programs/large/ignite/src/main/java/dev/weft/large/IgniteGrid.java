package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.util.ArrayList;
import java.util.List;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.CacheAtomicityMode;
import org.apache.ignite.cache.query.SqlFieldsQuery;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.lang.IgniteCallable;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;

/** Ignite: two nodes in this JVM; transactions over both, SQL, and closures that are sent to the other node. */
public final class IgniteGrid extends LargeProgram {
    private static final int ACCOUNTS = 20;
    private static final int NODES = 2;

    private final List<Ignite> nodes = new ArrayList<>();

    @Override
    protected void start(Place place) throws Exception {
        System.setProperty("IGNITE_QUIET", "true");
        System.setProperty("IGNITE_NO_ASCII", "true");
        System.setProperty("IGNITE_UPDATE_NOTIFIER", "false");
        int port = 48500;
        for (int i = 0; i < NODES; i++) {
            TcpDiscoverySpi discovery = new TcpDiscoverySpi()
                    .setIpFinder(
                            new TcpDiscoveryVmIpFinder().setAddresses(List.of("127.0.0.1:" + port + ".." + (port + 3))))
                    .setLocalPort(port)
                    .setLocalAddress("127.0.0.1");
            CacheConfiguration<Integer, Integer> cache = new CacheConfiguration<Integer, Integer>("accounts")
                    .setAtomicityMode(CacheAtomicityMode.TRANSACTIONAL)
                    .setBackups(1)
                    .setIndexedTypes(Integer.class, Integer.class);
            DataStorageConfiguration storage = new DataStorageConfiguration();
            storage.getDefaultDataRegionConfiguration().setMaxSize(64L << 20).setInitialSize(32L << 20);
            nodes.add(Ignition.start(new IgniteConfiguration()
                    .setIgniteInstanceName("node " + i)
                    .setWorkDirectory(place.folder().toString())
                    .setLocalHost("127.0.0.1")
                    .setDiscoverySpi(discovery)
                    .setCommunicationSpi(
                            new TcpCommunicationSpi().setLocalPort(48100).setLocalAddress("127.0.0.1"))
                    .setGridLogger(new NullLogger())
                    .setDataStorageConfiguration(storage)
                    .setCacheConfiguration(cache)));
        }
        IgniteCache<Integer, Integer> cache = nodes.get(0).cache("accounts");
        for (int i = 0; i < ACCOUNTS; i++) {
            cache.put(i, 100);
        }
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) {
        Ignite node = nodes.get(worker % NODES);
        IgniteCache<Integer, Integer> cache = node.cache("accounts");
        return switch (kind) {
            case 0 -> transfer(node, cache, worker);
            case 1 -> ((Number) cache.query(new SqlFieldsQuery("SELECT count(*), min(_key) + max(_key) FROM Integer"))
                            .getAll()
                            .get(0)
                            .get(0))
                    .longValue();
            default -> node.compute().broadcast(new Square(), 12).stream()
                    .mapToLong(Integer::longValue)
                    .sum();
        };
    }

    private static long transfer(Ignite node, IgniteCache<Integer, Integer> cache, int worker) {
        int from = worker % ACCOUNTS;
        int to = (worker + 7) % ACCOUNTS;
        try (Transaction transaction =
                node.transactions().txStart(TransactionConcurrency.PESSIMISTIC, TransactionIsolation.REPEATABLE_READ)) {
            int first = Math.min(from, to);
            int second = Math.max(from, to);
            int one = cache.get(first);
            int other = cache.get(second);
            cache.put(first, one - 1);
            cache.put(second, other + 1);
            transaction.commit();
        }
        return 1;
    }

    @Override
    public long check(long calls) {
        long sum = 0;
        for (int i = 0; i < ACCOUNTS; i++) {
            sum += nodes.get(1).<Integer, Integer>cache("accounts").get(i);
        }
        same(100L * ACCOUNTS, sum, "all accounts");
        return sum;
    }

    @Override
    protected void stop() {
        nodes.forEach(node -> Ignition.stop(node.name(), true));
    }

    /** Runs on each node. */
    private static final class Square implements org.apache.ignite.lang.IgniteClosure<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer apply(Integer number) {
            IgniteCallable<Integer> again = () -> number * number;
            try {
                return again.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
