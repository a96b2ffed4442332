package dev.weft.junit.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.junit.DeterministicFibers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Tests that the tests run, in other JVMs. */
public class Races {
    private final Map<String, Integer> cache = new ConcurrentHashMap<>();
    private final AtomicInteger loads = new AtomicInteger();
    private final ReentrantLock one = new ReentrantLock();
    private final ReentrantLock two = new ReentrantLock();

    private int load() {
        return loads.incrementAndGet();
    }

    private void checkThenAct() {
        if (!cache.containsKey("key")) {
            cache.put("key", load());
        }
    }

    private void computeOnce() {
        cache.computeIfAbsent("key", key -> load());
    }

    private void inTwoThreads(Runnable task) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(task);
        pool.execute(task);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        assertEquals(1, loads.get(), "loads");
    }

    @DeterministicFibers(seeds = 1000)
    void wrong() throws InterruptedException {
        inTwoThreads(this::checkThenAct);
    }

    @DeterministicFibers(seeds = 1000)
    void right() throws InterruptedException {
        inTwoThreads(this::computeOnce);
    }

    @DeterministicFibers(seeds = 1000)
    void locksCross() throws InterruptedException {
        Thread other = new Thread(() -> lock(two, one), "other");
        other.start();
        lock(one, two);
        other.join();
    }

    private static void lock(ReentrantLock first, ReentrantLock second) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
    }

    @DeterministicFibers(seeds = 3)
    void aDayPasses() throws InterruptedException {
        long start = System.nanoTime();
        Thread.sleep(TimeUnit.DAYS.toMillis(1));
        assertEquals(TimeUnit.DAYS.toNanos(1), System.nanoTime() - start);
    }

    @DeterministicFibers(seeds = 2)
    void isAborted() {
        assumeTrue(false, "not here");
    }
}
