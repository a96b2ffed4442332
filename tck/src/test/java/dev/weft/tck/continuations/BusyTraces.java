package dev.weft.tck.continuations;

import dev.weft.Generator;

/** Looks at a fiber that suspends all the time, and is never without its outermost frame. */
public final class BusyTraces {
    private static final int OF_GENERATOR = 1_500;
    private static final int OF_YIELDS = 30_000;

    private static volatile boolean isOn = true;
    private static int sum;

    private BusyTraces() {}

    private static void generate() {
        Generator<Integer> numbers = new Generator<>(out -> {
            for (int i = 0; isOn; i++) {
                out.yield(i);
            }
        });
        for (int each : numbers) {
            sum += each;
        }
    }

    private static void yieldUnderMonitor() {
        Object monitor = new Object();
        while (isOn) {
            synchronized (monitor) {
                Thread.yield();
            }
        }
    }

    private static void look(String name, Runnable task, int traces) throws InterruptedException {
        isOn = true;
        Thread thread = new Thread(task, name);
        thread.start();
        while (thread.getStackTrace().length < 2) {
            Thread.sleep(1);
        }
        int wrong = 0;
        for (int i = 0; i < traces; i++) {
            StackTraceElement[] trace = thread.getStackTrace();
            boolean isWhole = trace.length > 0
                    && trace[trace.length - 1].toString().contains("Thread.run")
                    && (trace.length == 1 || !trace[trace.length - 2].toString().contains("Thread.run"));
            wrong += isWhole ? 0 : 1;
        }
        isOn = false;
        thread.join();
        System.out.println(name + ": " + wrong);
    }

    /** Prints how many traces were wrong. */
    public static void main(String[] args) throws InterruptedException {
        look("generator", BusyTraces::generate, OF_GENERATOR);
        look("yields", BusyTraces::yieldUnderMonitor, OF_YIELDS);
    }
}
