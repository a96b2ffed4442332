package dev.weft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * What a parked thread costs: parks many, three calls deep, and prints two numbers, the bytes of heap and the bytes of
 * resident memory per thread, objects of the threads included.
 */
public final class Footprint {
    private static volatile boolean over;

    private Footprint() {}

    /** Takes the number of threads. */
    public static void main(String[] args) throws InterruptedException, IOException {
        int count = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[count];
        park(threads, 0, Math.min(count, 100));
        long heap = usedHeap();
        long resident = residentBytes();
        int first = Math.min(count, 100);
        park(threads, first, count);
        long perThread = (usedHeap() - heap) / Math.max(1, count - first);
        long residentPerThread = (residentBytes() - resident) / Math.max(1, count - first);
        System.out.println(perThread + " " + residentPerThread);
        over = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void park(Thread[] threads, int from, int to) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(to - from);
        for (int i = from; i < to; i++) {
            threads[i] = ThreadMaker.make(new Parked(started, i));
            threads[i].start();
        }
        started.await();
        // the last ones have counted down, and are about to park
        Thread.sleep(500);
    }

    private static long usedHeap() throws InterruptedException {
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

    private record Parked(CountDownLatch started, int number) implements Runnable {
        @Override
        public void run() {
            first(number, this);
        }

        private void first(int value, Object live) {
            second(value + 1, live);
        }

        private void second(long value, Object live) {
            started.countDown();
            while (!over) {
                LockSupport.park();
            }
            if (value < 0) {
                throw new IllegalStateException(live.toString());
            }
        }
    }
}
