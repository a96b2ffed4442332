package dev.weft.weaver.image;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The program whose classes the archives of shared classes hold: what small programs do first. */
public final class Sample {
    /** What it prints when all went well. */
    static final String GREETING = "hello from a small program";

    private Sample() {}

    /** With an argument it starts no threads. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            System.out.println(GREETING);
            return;
        }
        AtomicInteger sum = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(2);
        List<Thread> threads = List.of(thread(sum, started), thread(sum, started));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        Thread printing = new Thread(() -> System.out.println(sum.get() == 2 ? GREETING : "a wrong sum: " + sum));
        printing.start();
        printing.join();
    }

    private static Thread thread(AtomicInteger sum, CountDownLatch started) {
        return new Thread(() -> {
            started.countDown();
            try {
                started.await();
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            synchronized (sum) {
                sum.incrementAndGet();
            }
        });
    }
}
