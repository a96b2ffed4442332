package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.Task;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;

/**
 * Prints whether objects that nothing but a waiting method refers to, by {@code this} or a variable that it does not
 * read again, are there after a collection: as a server's socket, whose thread waits for the end, or a logger whose
 * level was set.
 */
public final class KeptReferences {
    private static final CountDownLatch END = new CountDownLatch(1);
    private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();
    private static final Object[] HELD = new Object[4];
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

    public static void main(String[] args) throws Throwable {
        Task[] tasks = {
            Task.start(KeptReferences::byVariable),
            Task.start(() -> new Server().byThis()),
            Task.start(() -> new Server().outer())
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
