package dev.weft.programs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * What threads keep that have used a library, and wait. Arguments: {@code none}, {@code jackson}, {@code netty} or
 * {@code dates}, and how many threads; prints the bytes of heap per thread.
 */
public final class KeptByLibraries {
    /** As many programs have one, since formats are not thread-safe. */
    static final ThreadLocal<SimpleDateFormat> FORMATS =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd HH:mm", Locale.ROOT));

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Map<String, Object> VALUE = Map.of("number", 42, "text", "answer");
    private static final Queue<Thread> PARKED = new ConcurrentLinkedQueue<>();
    private static volatile boolean isOver;

    private KeptByLibraries() {}

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[1]);
        park(args[0], count / 10);
        long before = usedHeap();
        park(args[0], count);
        System.out.println((usedHeap() - before) / count);
        isOver = true;
        PARKED.forEach(LockSupport::unpark);
    }

    private static void use(String library) {
        switch (library) {
            case "jackson" -> useJackson();
            case "netty" -> useNetty();
            case "dates" -> useDates();
            default -> {
                // to compare with
            }
        }
    }

    private static void useJackson() {
        try {
            if (!MAPPER.readValue(MAPPER.writeValueAsString(VALUE), Map.class).equals(VALUE)) {
                throw new IllegalStateException("not what was written");
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void useNetty() {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.heapBuffer(64);
        buffer.writeInt(42);
        if (buffer.readInt() != 42 || !buffer.release()) {
            throw new IllegalStateException("not what was written");
        }
    }

    private static void useDates() {
        String day = "2026-11-25 01:02";
        SimpleDateFormat format = FORMATS.get();
        try {
            if (!format.format(format.parse(day)).equals(day)) {
                throw new IllegalStateException("not what was written");
            }
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void park(String library, int count) throws InterruptedException {
        CountDownLatch parked = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            new Thread(() -> {
                        use(library);
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
