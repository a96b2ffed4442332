package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.util.concurrent.CountDownLatch;

/** Leaves main with one thread at work and one daemon that never ends. */
public final class LastThread {
    private LastThread() {}

    /** Starts them. */
    public static void main(String[] args) {
        CountDownLatch never = new CountDownLatch(1);
        Thread daemon = new Thread(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                System.out.println("the daemon is interrupted");
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        Thread main = Thread.currentThread();
        Thread last = new Thread(() -> {
            try {
                // a JVM that counts wrongly exits meanwhile; each run waits in the same place, if not as often
                do {
                    Thread.sleep(300);
                } while (main.isAlive());
                Thread child = new Thread(() -> System.out.println("child ends, fiber: " + Fibers.isFiber()));
                System.out.println("last ends");
                child.start();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        last.start();
        System.out.println("main ends");
    }
}
