package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.util.concurrent.atomic.AtomicInteger;

/** Errors of the VM in threads, each of which must reach the handler of its thread and leave the others running. */
public final class Errors {
    private static int depth;

    private Errors() {}

    private static int overflow(int rest) {
        depth++;
        return overflow(rest + 1) + Suspend.with(rest);
    }

    private static int overflowSuspending(int rest) {
        Suspend.now();
        return overflowSuspending(rest + 1) + 1;
    }

    private static Object exhaust() {
        Object[] list = null;
        for (; ; ) {
            Suspend.now();
            list = new Object[] {list, new long[1_000_000]};
        }
    }

    private static void report(Runnable body) throws InterruptedException {
        Thread thread = new Thread(body);
        thread.setUncaughtExceptionHandler((of, failure) ->
                System.out.println(failure.getClass().getName() + " in its thread: " + (of == thread)));
        thread.start();
        thread.join();
        System.out.println("alive: " + thread.isAlive());
    }

    /** Lets them happen, several times each. */
    public static void main(String[] args) throws Exception {
        AtomicInteger steps = new AtomicInteger();
        boolean[] stop = new boolean[1];
        Thread witness = new Thread(() -> {
            while (!stop[0]) {
                steps.incrementAndGet();
                Suspend.now();
            }
        });
        witness.start();
        for (int i = 0; i < 3; i++) {
            report(() -> overflow(0));
            report(() -> overflowSuspending(0));
            report(Errors::exhaust);
            report(() -> {
                Suspend.now();
                throw new AssertionError("meant");
            });
        }
        int before = steps.get();
        while (steps.get() == before && witness.isAlive()) {
            Thread.yield();
        }
        System.out.println(witness.isAlive() ? "the others go on" : "another one has died");
        stop[0] = true;
        witness.join();
    }
}
