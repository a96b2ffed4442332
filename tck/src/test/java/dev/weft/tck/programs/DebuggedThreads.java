package dev.weft.tck.programs;

import java.util.Arrays;

/** A thread that waits between two lines, under a debugger. */
public final class DebuggedThreads {
    private DebuggedThreads() {}

    private static int work(int argument) throws InterruptedException {
        int local = argument + 1;
        Thread.sleep(10);
        local *= 2;
        return local;
    }

    /** Starts it and waits for its end. */
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(
                () -> {
                    try {
                        System.out.println("result " + work(20));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "worker");
        worker.start();
        worker.join();
        Thread[] all = new Thread[100];
        int count = Thread.currentThread().getThreadGroup().getParent().enumerate(all);
        System.out.println(
                Arrays.stream(all, 0, count).anyMatch(each -> each.getName().startsWith("weft-carrier")));
    }
}
