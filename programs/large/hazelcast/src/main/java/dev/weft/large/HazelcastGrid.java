package dev.weft.large;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.test.TestSources;
import com.hazelcast.map.EntryProcessor;
import dev.weft.bench.macro.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Hazelcast: two members in this JVM; entry processors, queues, locks, and Jet's cooperative tasklets. */
public final class HazelcastGrid extends LargeProgram {
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final AtomicInteger number = new AtomicInteger();
    private final AtomicInteger added = new AtomicInteger();

    @Override
    protected void start(Place place) throws Exception {
        int port = 45701;
        for (int i = 0; i < 2; i++) {
            Config config = new Config();
            config.setClusterName("large");
            config.setProperty("hazelcast.logging.type", "none");
            config.setProperty("hazelcast.phone.home.enabled", "false");
            config.setProperty("hazelcast.socket.bind.any", "false");
            config.getJetConfig().setEnabled(true);
            config.getNetworkConfig().setPort(port).setPublicAddress("127.0.0.1");
            config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
            config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
            config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
            config.getNetworkConfig()
                    .getJoin()
                    .getTcpIpConfig()
                    .setEnabled(true)
                    .addMember("127.0.0.1:" + port)
                    .addMember("127.0.0.1:" + (port + 1));
            members.add(Hazelcast.newHazelcastInstance(config));
        }
        same(2, members.get(0).getCluster().getMembers().size(), "members");
    }

    @Override
    public int kinds() {
        return 4;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        HazelcastInstance member = members.get(worker % 2);
        return switch (kind) {
            case 0 -> processed(member);
            case 1 -> queued(member);
            case 2 -> locked(member);
            default -> jet(member);
        };
    }

    private static long processed(HazelcastInstance member) {
        for (int i = 0; i < 20; i++) {
            int key = i;
            member.<Integer, Integer>getMap("map").executeOnKey(key, new SetTo(key * key));
        }
        return member.<Integer, Integer>getMap("map").values().stream()
                .mapToLong(Integer::longValue)
                .sum();
    }

    private long queued(HazelcastInstance member) throws InterruptedException {
        String name = "queue" + number.getAndIncrement();
        Thread producer = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                members.get(1).getQueue(name).add("m" + i);
            }
        });
        producer.start();
        long sum = 17;
        for (int i = 0; i < 30; i++) {
            sum = sum * 31 + member.getQueue(name).take().hashCode();
        }
        producer.join();
        return sum;
    }

    private long locked(HazelcastInstance member) {
        var map = member.<String, Integer>getMap("counts");
        map.lock("n");
        try {
            map.put("n", map.getOrDefault("n", 0) + 1);
            added.incrementAndGet();
        } finally {
            map.unlock("n");
        }
        return 1;
    }

    private long jet(HazelcastInstance member) {
        String name = "list" + number.getAndIncrement();
        Pipeline pipeline = Pipeline.create();
        pipeline.readFrom(TestSources.items("a b c", "b c d", "c"))
                .flatMap(line -> Traversers.traverseArray(line.split(" ")))
                .groupingKey(word -> word)
                .aggregate(com.hazelcast.jet.aggregate.AggregateOperations.counting())
                .map(entry -> entry.getKey() + entry.getValue())
                .writeTo(Sinks.list(name));
        member.getJet().newJob(pipeline).join();
        return member.getList(name).stream().mapToLong(Object::hashCode).sum();
    }

    @Override
    public long check(long calls) {
        Integer count = members.get(0).<String, Integer>getMap("counts").getOrDefault("n", 0);
        same(added.get(), count, "the count under a lock");
        return 0;
    }

    @Override
    protected void stop() {
        members.forEach(HazelcastInstance::shutdown);
    }

    private record SetTo(int value) implements EntryProcessor<Integer, Integer, Integer> {
        @Override
        public Integer process(Map.Entry<Integer, Integer> entry) {
            entry.setValue(value);
            return value;
        }
    }
}
