package dev.weft.tck.locals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * What threads keep that have used what the JDK shares out over processors. Arguments: a kind of use, and how many
 * threads; prints the bytes of heap per thread, each of which has used it and parks.
 */
public final class SharedByCarriers {
    private static final Queue<Thread> PARKED = new ConcurrentLinkedQueue<>();
    private static final LongAdder ADDER = new LongAdder();
    private static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();
    private static final ThreadLocal<byte[]> OWN = ThreadLocal.withInitial(() -> new byte[200]);

    private static Path file;
    private static volatile boolean isOver;

    private SharedByCarriers() {}

    /** See the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int count = Integer.parseInt(args[1]);
        file = Files.createTempFile("shared", ".bytes");
        Files.write(file, new byte[4096]);
        park(args[0], count / 10);
        long before = usedHeap();
        park(args[0], count);
        System.out.println((usedHeap() - before) / count);
        if (args[0].equals("adder") && ADDER.sum() != count + count / 10) {
            throw new IllegalStateException("lost additions: " + ADDER);
        }
        Files.delete(file);
        isOver = true;
        PARKED.forEach(LockSupport::unpark);
    }

    private static void use(String kind) {
        switch (kind) {
            case "adder" -> ADDER.increment();
            case "random" -> ThreadLocalRandom.current().nextInt();
            case "map" -> {
                Integer key = ThreadLocalRandom.current().nextInt(1_000);
                MAP.merge(key, 1, Integer::sum);
            }
            case "nio" -> read();
                // what each thread has for itself is seen
            case "own" -> OWN.get()[0]++;
            default -> {
                // to compare with
            }
        }
    }

    private static void read() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(64);
            if (channel.read(buffer) != 64) {
                throw new IllegalStateException("not read");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void park(String kind, int count) throws InterruptedException {
        CountDownLatch parked = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            new Thread(() -> {
                        use(kind);
                        PARKED.add(Thread.currentThread());
                        parked.countDown();
                        while (!isOver) {
                            LockSupport.park();
                        }
                    })
                    .start();
        }
        parked.await();
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
