package dev.weft.large;

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import dev.weft.bench.macro.Place;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.rocksdb.AbstractComparator;
import org.rocksdb.ComparatorOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.xerial.snappy.Snappy;

/**
 * JNI and JNA: callbacks that block, from threads that native code has started; RocksDB with a comparator that
 * its background threads call; Snappy.
 */
public final class Natives extends LargeProgram {
    private static final int KEYS = 400;

    /** The C library. */
    public interface C extends Library {
        /** Compares two numbers. */
        interface Comparison extends Callback {
            /** Called by qsort. */
            int compare(Pointer first, Pointer second);
        }

        /** The body of a kernel thread. */
        interface Body extends Callback {
            /** Called by the thread. */
            Pointer run(Pointer argument);
        }

        /** Sorts. */
        void qsort(Pointer base, long count, long size, Comparison comparison);

        /** Starts a kernel thread that the JVM has not made. */
        int pthread_create(PointerByReference thread, Pointer attributes, Body body, Pointer argument);

        /** Waits for its end. */
        int pthread_join(Pointer thread, PointerByReference result);

        /** Sleeps in native code. */
        int usleep(int micros);
    }

    private final C c = Native.load("c", C.class);
    private final ConcurrentHashMap<Long, String> seen = new ConcurrentHashMap<>();
    private RocksDB rocks;

    @Override
    protected void start(Place place) throws Exception {
        RocksDB.loadLibrary();
        Options options = new Options()
                .setCreateIfMissing(true)
                .setComparator(new Backwards())
                .setWriteBufferSize(64 * 1024)
                .setMaxBackgroundJobs(3);
        rocks = RocksDB.open(options, place.folder().resolve("rocks").toString());
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        return switch (kind) {
            case 0 -> sort() + foreign();
            case 1 -> rocks(worker);
            default -> snappy();
        };
    }

    private long sort() {
        int count = 200;
        try (Memory memory = new Memory(4L * count)) {
            for (int i = 0; i < count; i++) {
                memory.setInt(4L * i, i * 7919 % 1009);
            }
            c.qsort(memory, count, 4, (first, second) -> {
                Thread.yield();
                return Integer.compare(first.getInt(0), second.getInt(0));
            });
            for (int i = 1; i < count; i++) {
                expect(memory.getInt(4L * i - 4) <= memory.getInt(4L * i), "not sorted");
            }
            return memory.getInt(0) * 31L + memory.getInt(4L * count - 4);
        }
    }

    /** Hands over between this thread and two that the JVM did not start. */
    private long foreign() throws InterruptedException {
        SynchronousQueue<Integer> there = new SynchronousQueue<>();
        SynchronousQueue<Integer> back = new SynchronousQueue<>();
        CountDownLatch ended = new CountDownLatch(2);
        C.Body body = argument -> {
            try {
                Thread inner = new Thread(() -> seen.put(Thread.currentThread().getId(), "inner"));
                inner.start();
                inner.join();
                for (int i = 0; i < 10; i++) {
                    Integer value = there.take();
                    synchronized (seen) {
                        seen.put(Thread.currentThread().getId(), "foreign");
                    }
                    back.put(value + 1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                ended.countDown();
            }
            return null;
        };
        PointerByReference first = new PointerByReference();
        PointerByReference second = new PointerByReference();
        same(0, c.pthread_create(first, null, body, null), "pthread_create");
        same(0, c.pthread_create(second, null, body, null), "pthread_create");
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            there.put(i);
            sum += back.take();
        }
        expect(ended.await(1, TimeUnit.MINUTES), "foreign threads have not ended");
        c.pthread_join(first.getValue(), null);
        c.pthread_join(second.getValue(), null);
        // JNA keeps callbacks by weak references only
        Reference.reachabilityFence(body);
        c.usleep(2000);
        return sum;
    }

    private long rocks(int worker) throws Exception {
        long sum = 0;
        try (WriteBatch batch = new WriteBatch();
                WriteOptions options = new WriteOptions()) {
            for (int i = 0; i < KEYS; i++) {
                batch.put(key(worker, i), ("value " + i).repeat(10).getBytes(StandardCharsets.UTF_8));
            }
            rocks.write(options, batch);
        }
        for (int i = 0; i < KEYS; i += 3) {
            sum = sum * 31 + new String(rocks.get(key(worker, i)), StandardCharsets.UTF_8).hashCode();
        }
        try (RocksIterator each = rocks.newIterator()) {
            String last = null;
            for (each.seekToFirst(); each.isValid(); each.next()) {
                String key = new String(each.key(), StandardCharsets.UTF_8);
                expect(last == null || last.compareTo(key) > 0, "order: " + last + ", " + key);
                last = key;
            }
        }
        return sum;
    }

    private static byte[] key(int worker, int number) {
        return String.format("%03d-%06d", worker, number).getBytes(StandardCharsets.UTF_8);
    }

    private static long snappy() throws Exception {
        byte[] bytes = "snappy, snappy, and again snappy ".repeat(1000).getBytes(StandardCharsets.UTF_8);
        byte[] back = Snappy.uncompress(Snappy.compress(bytes));
        CRC32 crc = new CRC32();
        crc.update(back);
        return crc.getValue();
    }

    @Override
    protected void stop() throws Exception {
        rocks.flushWal(true);
        rocks.compactRange();
        rocks.close();
    }

    /** Called by RocksDB's own threads, too. */
    private static final class Backwards extends AbstractComparator {
        Backwards() {
            super(new ComparatorOptions());
        }

        @Override
        public String name() {
            return "backwards";
        }

        @Override
        public int compare(ByteBuffer first, ByteBuffer second) {
            return second.compareTo(first);
        }
    }
}
