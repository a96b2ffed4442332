package dev.weft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * What a parked thread costs: parks many, some calls deep, and prints two numbers, the bytes of heap per thread, the
 * objects of the threads included, and the bytes of heap and of resident memory outside of it. The latter needs a heap
 * that is resident from the start, by {@code -XX:+AlwaysPreTouch}.
 *
 * <p>Others park before, in waves: what they run is compiled then, and the frames of all that are measured are alike.
 */
public final class Footprint {
    private static final int LOCALS = 3;
    private static final int WAVES = 20;
    private static final int IN_A_WAVE = 1_000;
    private static volatile boolean over;

    private Footprint() {}

    /** Takes the number of threads, the depth at which they park (at least 2), and whether they use thread locals. */
    public static void main(String[] args) throws InterruptedException, IOException {
        int count = Integer.parseInt(args[0]);
        int depth = Integer.parseInt(args[1]);
        ThreadLocal<?>[] locals = new ThreadLocal<?>[Boolean.parseBoolean(args[2]) ? LOCALS : 0];
        for (int i = 0; i < locals.length; i++) {
            locals[i] = ThreadLocal.withInitial(Object::new);
        }
        for (int i = 0; i < WAVES; i++) {
            Thread[] wave = new Thread[Math.min(count, IN_A_WAVE)];
            park(wave, 0, wave.length, depth, locals);
            end(wave);
        }
        Thread[] threads = new Thread[count];
        int first = Math.min(count, 100);
        park(threads, 0, first, depth, locals);
        long heap = usedHeap();
        long resident = residentBytes();
        park(threads, first, count, depth, locals);
        long perThread = (usedHeap() - heap) / Math.max(1, count - first);
        long residentPerThread = (residentBytes() - resident) / Math.max(1, count - first);
        System.out.println(perThread + " " + (perThread + residentPerThread));
        end(threads);
    }

    private static void end(Thread... threads) throws InterruptedException {
        over = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        over = false;
    }

    private static void park(Thread[] threads, int from, int to, int depth, ThreadLocal<?>... locals)
            throws InterruptedException {
        CountDownLatch started = new CountDownLatch(to - from);
        for (int i = from; i < to; i++) {
            threads[i] = ThreadMaker.make(new Parked(started, i, depth, locals));
            threads[i].start();
        }
        started.await();
        for (int i = from; i < to; i++) {
            while (threads[i].getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
    }

    static long usedHeap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new IOException("no VmRSS in /proc/self/status");
    }

    private record Parked(CountDownLatch started, int number, int depth, ThreadLocal<?>... locals) implements Runnable {
        @Override
        public void run() {
            for (ThreadLocal<?> local : locals) {
                local.get();
            }
            level(depth - 1, number, this);
        }

        /** Each level has a number and a reference that are needed after the call. */
        private long level(int levels, long value, Object live) {
            if (levels > 1) {
                long below = level(levels - 1, value + 1, live);
                return below + (live == null ? 1 : value);
            }
            started.countDown();
            while (!over) {
                LockSupport.park();
            }
            if (value < 0) {
                throw new IllegalStateException(live.toString());
            }
            return value;
        }
    }
}
