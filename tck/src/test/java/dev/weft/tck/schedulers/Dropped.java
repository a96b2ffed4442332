package dev.weft.tck.schedulers;

import dev.weft.FiberScheduler;
import dev.weft.Weft;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A program whose scheduler drops what it is told. Argument: {@code daemon}, then nobody waits for the thread; or
 * {@code late}, then the program lasts until somebody runs the thread after all.
 */
public final class Dropped {
    private Dropped() {}

    private static final class Dropping implements FiberScheduler {
        final Queue<Task> dropped = new ConcurrentLinkedQueue<>();

        @Override
        public void onStart(Task task) {
            dropped.add(task);
        }

        @Override
        public void onContinue(Task task) {
            dropped.add(task);
        }
    }

    /** See the class. */
    public static void main(String[] args) {
        boolean isDaemon = args[0].equals("daemon");
        Dropping scheduler = new Dropping();
        Thread thread = new Thread(() -> System.out.println("it has run"));
        Weft.scheduler(thread, scheduler);
        thread.setDaemon(isDaemon);
        thread.start();
        System.out.println(thread.getState() + ", live: " + Weft.liveFibers());
        Thread late = new Thread(() -> runLate(scheduler, isDaemon));
        Weft.lightweight(late, false);
        late.setDaemon(true);
        late.start();
    }

    private static void runLate(Dropping scheduler, boolean isDaemon) {
        // after main, which nothing but the dropped thread outlasts
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getId() == 1)) {
            Thread.onSpinWait();
        }
        if (!isDaemon) {
            System.out.println("main has ended");
            scheduler.dropped.remove().run();
        }
    }
}
