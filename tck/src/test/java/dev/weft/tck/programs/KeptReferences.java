package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.Task;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Prints whether objects that nothing but a waiting method refers to, by {@code this}, a variable or an argument that
 * it does not read again, are there after a collection: as a server's socket, whose thread waits for the end, or a
 * logger whose level was set.
 */
public final class KeptReferences {
    private static final CountDownLatch END = new CountDownLatch(1);
    private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();
    private static final Object[] HELD = new Object[9];
    private static volatile int waiting;

    private KeptReferences() {}

    private static WeakReference<Object> watched(Object object) {
        return new WeakReference<>(object);
    }

    private static void waits() throws InterruptedException {
        synchronized (KeptReferences.class) {
            waiting++;
        }
        END.await();
    }

    private static void byVariable() throws InterruptedException {
        Object variable = new Object();
        HELD[0] = watched(variable);
        waits();
    }

    /** What its instances wait in. */
    private static final class Server {
        private void byThis() throws InterruptedException {
            HELD[1] = watched(this);
            waits();
        }

        void outer() throws InterruptedException {
            HELD[2] = watched(this);
            inner();
        }

        private void inner() throws InterruptedException {
            Object variable = new Object();
            HELD[3] = watched(variable);
            waits();
        }
    }

    private static void byArgument(Object argument) throws InterruptedException {
        HELD[4] = watched(argument);
        waits();
    }

    /** What others than a thread run. */
    private static final class Job implements Runnable {
        private final int number;

        private Job(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            HELD[number] = watched(this);
            waitsUnchecked();
        }
    }

    private static void waitsUnchecked() {
        try {
            waits();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** It has captured an object to which nothing else refers. */
    private static Runnable lambda(int number) {
        Object captured = new Object();
        HELD[number] = watched(captured);
        return () -> {
            captured.hashCode();
            waitsUnchecked();
        };
    }

    private static Optional<Object> mapped(Object fresh) {
        return Optional.of(fresh).map(object -> {
            HELD[8] = watched(object);
            waitsUnchecked();
            return 1;
        });
    }

    public static void main(String[] args) throws Throwable {
        Task[] tasks = {
            Task.start(KeptReferences::byVariable),
            Task.start(() -> new Server().byThis()),
            Task.start(() -> new Server().outer()),
            Task.start(() -> byArgument(new Object())),
            Task.start(() -> CompletableFuture.runAsync(new Job(5), Runnable::run)),
            Task.start(() -> List.<Runnable>of(new Job(6)).iterator().next().run()),
            Task.start(() -> CompletableFuture.completedFuture(null).thenRun(lambda(7))),
            Task.start(() -> mapped(new Object()))
        };
        Await.that("all wait", () -> waiting == tasks.length);
        for (Task each : tasks) {
            Await.state(each, Thread.State.WAITING);
        }
        // once this is collected, so would the others be
        WeakReference<Object> control = new WeakReference<>(new Object(), COLLECTED);
        while (COLLECTED.remove(10) != control) {
            System.gc();
        }
        for (Object each : HELD) {
            System.out.println(((WeakReference<?>) each).get() == null ? "collected" : "kept");
        }
        END.countDown();
        for (Task each : tasks) {
            each.finish();
        }
    }
}
