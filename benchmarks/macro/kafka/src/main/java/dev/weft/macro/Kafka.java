package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;

/** Kafka: one broker that is its own controller, six producers and four consumers in one JVM, messages of 100 bytes. */
public final class Kafka implements MacroProgram {
    private static final String TOPIC = "macro";
    private static final int PRODUCERS = 6;
    private static final int CONSUMERS = 4;
    private static final int BATCH = 100;
    private static final int MESSAGE_BYTES = 100;

    private final List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();
    private final List<Thread> consumers = new ArrayList<>();
    private final Callback failed = (metadata, e) -> {
        if (e != null) {
            failure = e;
        }
    };
    private final AtomicLong sentSum = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong receivedSum = new AtomicLong();
    private final long[] next = new long[PRODUCERS];
    private volatile Throwable failure;
    private volatile boolean isOver;
    private KafkaRaftServer broker;

    @Override
    public void open(Place place) throws Exception {
        int port = freePort();
        int controllerPort = freePort();
        startBroker(place.folder(), port, controllerPort);
        String servers = "127.0.0.1:" + port;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, CONSUMERS, (short) 1)))
                    .all()
                    .get(Place.PATIENCE.toMinutes(), TimeUnit.MINUTES);
        }
        for (int i = 0; i < PRODUCERS; i++) {
            producers.add(new KafkaProducer<>(
                    Map.of("bootstrap.servers", servers, "linger.ms", 5, "acks", "all"),
                    new ByteArraySerializer(),
                    new ByteArraySerializer()));
        }
        awaitLeaders();
        for (int i = 0; i < CONSUMERS; i++) {
            consumers.add(consumer(place, servers, i));
        }
        consumers.forEach(Thread::start);
    }

    /**
     * Sends a message to each partition, and waits for it. A broker tells its clients of a leader before that takes
     * messages; of several batches on their way then, it may refuse the first and store the second, and the first is
     * never stored (seen with a producer's first batches, on a machine under load).
     */
    private void awaitLeaders() throws Exception {
        for (int i = 0; i < CONSUMERS; i++) {
            producers
                    .get(0)
                    .send(new ProducerRecord<>(TOPIC, i, null, new byte[MESSAGE_BYTES]))
                    .get(Place.PATIENCE.toMinutes(), TimeUnit.MINUTES);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void startBroker(Path folder, int port, int controllerPort) throws IOException {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        // what "kafka-storage format" writes
        Files.writeString(logs.resolve("meta.properties"), "version=1\ncluster.id=4L6g3nShT-eMCtK--X86sw\nnode.id=1\n");
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                "1",
                "controller.quorum.voters",
                "1@127.0.0.1:" + controllerPort,
                "listeners",
                "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "advertised.listeners",
                "PLAINTEXT://127.0.0.1:" + port,
                "controller.listener.names",
                "CONTROLLER",
                "log.dirs",
                logs.toString(),
                "offsets.topic.replication.factor",
                "1"));
        // old segments go, or a long run would fill the disk
        properties.putAll(Map.of(
                "log.segment.bytes", "67108864",
                "log.retention.bytes", "268435456",
                "log.retention.check.interval.ms", "1000",
                "log.segment.delete.delay.ms", "1000"));
        broker = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        broker.startup();
    }

    private Thread consumer(Place place, String servers, int partition) {
        return Place.threads().newThread(() -> {
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                    Map.of("bootstrap.servers", servers, "auto.offset.reset", "earliest", "enable.auto.commit", false),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer())) {
                consumer.assign(List.of(new TopicPartition(TOPIC, partition)));
                while (!isOver) {
                    long sum = 0;
                    var records = consumer.poll(Duration.ofMillis(100));
                    for (ConsumerRecord<byte[], byte[]> each : records) {
                        sum += ByteBuffer.wrap(each.value()).getLong();
                    }
                    receivedSum.addAndGet(sum);
                    received.addAndGet(records.count());
                    place.curve().add(records.count());
                }
            } catch (Throwable e) {
                failure = e;
            }
        });
    }

    @Override
    public int workers() {
        return PRODUCERS;
    }

    @Override
    public int unitsPerCall() {
        return 0;
    }

    @Override
    public long unit(int worker, int kind) {
        long sum = 0;
        for (int i = 0; i < BATCH; i++) {
            long number = next[worker]++;
            byte[] value = ByteBuffer.allocate(MESSAGE_BYTES).putLong(number).array();
            producers.get(worker).send(new ProducerRecord<>(TOPIC, (int) (number % CONSUMERS), null, value), failed);
            sum += number;
        }
        sentSum.addAndGet(sum);
        return 0;
    }

    @Override
    public long check(long calls) throws Exception {
        producers.forEach(KafkaProducer::flush);
        long sent = calls * BATCH + CONSUMERS;
        long start = System.nanoTime();
        while (received.get() < sent && failure == null && System.nanoTime() - start < Place.PATIENCE.toNanos()) {
            Thread.sleep(10);
        }
        isOver = true;
        for (Thread consumer : consumers) {
            consumer.join(Place.PATIENCE.toMillis());
        }
        if (failure != null) {
            throw new IllegalStateException("a message was not sent, or a consumer failed", failure);
        }
        WrongAnswer.unlessEqual("messages", sent, received.get());
        WrongAnswer.unlessEqual("their sum", sentSum.get(), receivedSum.get());
        return 0;
    }

    @Override
    public void close() {
        isOver = true;
        producers.forEach(KafkaProducer::close);
        if (broker != null) {
            broker.shutdown();
            broker.awaitShutdown();
        }
    }
}
