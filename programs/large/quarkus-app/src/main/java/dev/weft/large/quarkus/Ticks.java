package dev.weft.large.quarkus;

import io.quarkus.scheduler.Scheduled;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what the scheduler calls. */
@Singleton
public class Ticks {
    private final AtomicLong count = new AtomicLong();

    @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void tick() throws InterruptedException {
        Thread.sleep(1);
        count.incrementAndGet();
    }

    /** How often. */
    public long count() {
        return count.get();
    }
}
