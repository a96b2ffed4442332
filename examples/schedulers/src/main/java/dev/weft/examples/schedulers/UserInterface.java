package dev.weft.examples.schedulers;

import dev.weft.FiberScheduler;
import dev.weft.Weft;
import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Fibers that alternate between a pool of workers and the event thread of AWT, whose queue works without a screen. The
 * "window" is a counter that only who runs on the event thread may touch: any other access fails.
 */
public final class UserInterface {
    private static final int FIBERS = 10;
    private static final int ROUNDS = 100;

    private UserInterface() {}

    /** Runs fibers on the event thread, and notes when one runs there. */
    private static final class EventThread implements FiberScheduler {
        private volatile boolean isInside;

        @Override
        public void onStart(Task task) {
            onContinue(task);
        }

        @Override
        public void onContinue(Task task) {
            EventQueue.invokeLater(() -> {
                if (!EventQueue.isDispatchThread()) {
                    throw new IllegalStateException("this is not the event thread");
                }
                isInside = true;
                task.run();
                isInside = false;
            });
        }

        /** {@code isDispatchThread} would be false: to Java code the current thread is the fiber's. */
        boolean isCurrent() {
            return isInside && Weft.scheduler(Thread.currentThread()) == this;
        }
    }

    /** What stands for widgets; not safe for use by several threads. */
    private static final class Window {
        private final EventThread events;
        private int updates;

        Window(EventThread events) {
            this.events = events;
        }

        void update() {
            if (!events.isCurrent()) {
                throw new IllegalStateException("not on the event thread");
            }
            updates++;
        }
    }

    private static boolean isRefused(Window window) {
        try {
            window.update();
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Prints how many updates the window has got, how many others it has refused, and what has failed. */
    public static void main(String[] args) throws InterruptedException {
        EventThread events = new EventThread();
        Window window = new Window(events);
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task);
            Weft.lightweight(thread, false);
            return thread;
        });
        FiberScheduler workers = FiberScheduler.of(pool);
        List<Thread> fibers = new ArrayList<>();
        int[] refused = new int[FIBERS];
        for (int i = 0; i < FIBERS; i++) {
            int number = i;
            Thread fiber = new Thread(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    refused[number] += isRefused(window) ? 1 : 0;
                    Weft.continueOn(events);
                    window.update();
                    Thread.yield();
                    window.update();
                    Weft.continueOn(workers);
                }
            });
            Weft.scheduler(fiber, workers);
            fibers.add(fiber);
            fiber.start();
        }
        int refusals = 0;
        for (int i = 0; i < FIBERS; i++) {
            fibers.get(i).join();
            refusals += refused[i];
        }
        pool.shutdown();
        System.out.println(window.updates + " updates on the event thread");
        System.out.println(refusals + " refused on workers");
    }
}
