package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Prints whether threads that have ended, by {@code join} or {@code isAlive}, are counted as live ones still. */
public final class CountedEnds {
    private CountedEnds() {}

    public static void main(String[] args) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        int rounds = Integer.parseInt(args[0]);
        int counted = 0;
        for (int i = 0; i < rounds; i++) {
            Thread thread = new Thread(() -> {});
            thread.setDaemon(i % 2 == 0);
            int before = threads.getThreadCount();
            thread.start();
            if (i % 4 < 2) {
                thread.join();
            } else {
                while (thread.isAlive()) {
                    Thread.onSpinWait();
                }
            }
            int after = threads.getThreadCount();
            if (after > before && threads.getThreadCount() < after) {
                // no thread of the VM's has begun: one more was counted, and is no longer
                counted++;
            }
        }
        System.out.println("ended and counted as live: " + counted);
    }
}
