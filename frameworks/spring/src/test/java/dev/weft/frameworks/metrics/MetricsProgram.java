package dev.weft.frameworks.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What Micrometer sees of five threads that wait: by its own meters of threads, and by those of the example. */
public final class MetricsProgram {
    private static final int THREADS = 5;

    private MetricsProgram() {}

    private static int live(MeterRegistry registry) {
        return (int) registry.get("jvm.threads.live").gauge().value();
    }

    private static int waiting(MeterRegistry registry) {
        return (int) registry.get("jvm.threads.states")
                .tag("state", "waiting")
                .gauge()
                .value();
    }

    public static void main(String[] args) throws InterruptedException {
        MeterRegistry registry = new SimpleMeterRegistry();
        new JvmThreadMetrics().bindTo(registry);
        new FiberMetrics().bindTo(registry);
        int live = live(registry);
        int waiting = waiting(registry);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> await(end));
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread each : threads) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        System.out.println("seen: " + (live(registry) - live >= THREADS) + " jvm.threads.live");
        System.out.println("seen: " + (waiting(registry) - waiting >= THREADS) + " jvm.threads.states");
        System.out.println("seen: weft.fibers.live "
                + (int) registry.get("weft.fibers.live").gauge().value());
        System.out.println("seen: weft.fibers.started "
                + (int) registry.get("weft.fibers.started").functionCounter().count());
        end.countDown();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("seen: weft.fibers.live "
                + (int) registry.get("weft.fibers.live").gauge().value());
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
