package com.example.server;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Computes the expensive part of answers on a fixed number of threads. */
final class WorkPool {
    private final ThreadPoolExecutor executor;

    /** Makes a pool of {@code workers} threads, which start as they are needed. */
    WorkPool(int workers) {
        AtomicInteger number = new AtomicInteger();
        executor = new ThreadPoolExecutor(
                workers,
                workers,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> new Thread(task, "worker-" + number.incrementAndGet()));
    }

    /** The value after {@code rounds} rounds of {@code x = 31 * x + i}, from 1, computed by a worker. */
    long compute(int rounds) throws InterruptedException, ExecutionException {
        return executor.submit(() -> chain(rounds)).get();
    }

    /** How many tasks the workers have finished, approximately while they work. */
    long completed() {
        return executor.getCompletedTaskCount();
    }

    /** Ends the workers; waits at most the given time for what they are doing. */
    void shutdown(long timeout, TimeUnit unit) throws InterruptedException {
        executor.shutdown();
        if (!executor.awaitTermination(timeout, unit)) {
            executor.shutdownNow();
        }
    }

    private static long chain(int rounds) {
        long x = 1;
        for (int i = 0; i < rounds; i++) {
            x = 31 * x + i;
        }
        return x;
    }
}
