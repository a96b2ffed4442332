package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ForkJoinPool;

/** Starts threads of several kinds, and says of each whether it ran as a fiber. */
public final class Choices {
    private Choices() {}

    private static class Worker extends Thread {
        @Override
        public void run() {
            say("Worker");
        }
    }

    private static final class Heir extends Worker {
        @Override
        public void run() {
            say("Heir");
        }
    }

    private static final class Job implements Runnable {
        @Override
        public void run() {
            say("Job");
        }
    }

    private static void say(String what) {
        System.out.println(what + ": " + (Fibers.isFiber() ? "fiber" : "platform"));
    }

    private static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }

    private static Thread chosen(String what, boolean isLightweight) throws ReflectiveOperationException {
        Thread thread = new Thread(() -> say(what), "acme-1");
        choose(thread, isLightweight);
        return thread;
    }

    private static void choose(Thread thread, boolean isLightweight) throws ReflectiveOperationException {
        Class.forName("dev.weft.Weft")
                .getMethod("lightweight", Thread.class, boolean.class)
                .invoke(null, thread, isLightweight);
    }

    private static void refuse(String what, Thread thread, boolean isLightweight) throws ReflectiveOperationException {
        try {
            choose(thread, isLightweight);
            System.out.println(what + ": not refused");
        } catch (InvocationTargetException e) {
            System.out.println(what + ": " + e.getCause().getClass().getSimpleName());
        }
    }

    /** Runs them one after the other. */
    public static void main(String[] args) throws Exception {
        run(new Thread(() -> say("plain"), "main-worker"));
        run(new Thread(() -> say("named"), "acme-1"));
        run(new Worker());
        run(new Heir());
        run(new Thread(new Job()));
        run(chosen("chosen platform", false));
        run(chosen("chosen fiber", true));
        run(new Thread(null, () -> say("large stack"), "acme-1", 1 << 24));
        run(new Thread(null, () -> say("small stack"), "acme-1", 1 << 18));
        Thread worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(ForkJoinPool.commonPool());
        refuse("null", null, true);
        refuse("running", Thread.currentThread(), true);
        refuse("worker as fiber", worker, true);
        refuse("worker as platform thread", worker, false);
    }
}
