package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.atomic.DistributedAtomicLong;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingCluster;

/** ZooKeeper: three servers in this JVM that elect a leader, and Curator's locks, counters and caches. */
public final class ZooKeeper extends LargeProgram {
    private static final int SERVERS = 3;
    private static final int NODES = 10;

    private final AtomicInteger number = new AtomicInteger();
    private TestingCluster cluster;
    private CuratorFramework client;

    @Override
    protected void start(Place place) throws Exception {
        System.setProperty("zookeeper.admin.enableServer", "false");
        cluster = new TestingCluster(SERVERS);
        cluster.start();
        client = CuratorFrameworkFactory.newClient(
                cluster.getConnectString(), 60_000, 60_000, new RetryNTimes(100, 200));
        client.start();
        client.blockUntilConnected();
        client.create().forPath("/count", "0".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        return switch (kind) {
            case 0 -> locked();
            case 1 -> counted(worker);
            default -> cached();
        };
    }

    private long locked() throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(client, "/lock");
        mutex.acquire();
        try {
            int value = Integer.parseInt(new String(client.getData().forPath("/count")));
            client.setData().forPath("/count", String.valueOf(value + 1).getBytes());
            number.incrementAndGet();
        } finally {
            mutex.release();
        }
        return 1;
    }

    private long counted(int worker) throws Exception {
        DistributedAtomicLong count = new DistributedAtomicLong(client, "/n" + worker, new RetryNTimes(50, 10));
        count.forceSet(0L);
        for (int i = 1; i <= NODES; i++) {
            expect(count.add((long) i).succeeded(), "the counter has not been added to");
        }
        return count.get().postValue();
    }

    private long cached() throws Exception {
        String path = "/c" + System.nanoTime();
        CountDownLatch created = new CountDownLatch(NODES + 1);
        CountDownLatch deleted = new CountDownLatch(NODES);
        client.create().forPath(path);
        try (CuratorCache cache = CuratorCache.build(client, path)) {
            cache.listenable().addListener((type, before, after) -> {
                switch (type) {
                    case NODE_CREATED -> created.countDown();
                    case NODE_DELETED -> deleted.countDown();
                    default -> {}
                }
            });
            cache.start();
            for (int i = 0; i < NODES; i++) {
                client.create().forPath(path + "/" + i);
            }
            expect(created.await(1, TimeUnit.MINUTES), "creations are not seen");
            for (int i = 0; i < NODES; i++) {
                client.delete().forPath(path + "/" + i);
            }
            expect(deleted.await(1, TimeUnit.MINUTES), "deletions are not seen");
        }
        return NODES;
    }

    @Override
    public long check(long calls) throws Exception {
        same(number.get(), Integer.parseInt(new String(client.getData().forPath("/count"))), "the count");
        return 0;
    }

    @Override
    protected void stop() throws Exception {
        client.close();
        cluster.close();
    }
}
