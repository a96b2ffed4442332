package dev.weft.tck.programs;

/**
 * Threads that are made daemons, or no daemons, by another thread as soon as they are not alive any more, which is when
 * that is allowed again. What they were while they lived decides when the JVM exits: when {@code last} has ended, and
 * then.
 */
public final class LateDaemons {
    private static final int ROUNDS = 20_000;

    private static volatile Thread current;

    private LateDaemons() {}

    /** Argument: whether the threads are daemons at first. */
    public static void main(String[] args) throws InterruptedException {
        boolean daemons = Boolean.parseBoolean(args[0]);
        Thread racer = new Thread(() -> race(!daemons));
        racer.setDaemon(true);
        racer.start();
        for (int i = 0; i < ROUNDS; i++) {
            Thread thread = new Thread(() -> Thread.onSpinWait());
            thread.setDaemon(daemons);
            thread.start();
            current = thread;
            thread.join();
        }
        Thread main = Thread.currentThread();
        Thread last = new Thread(() -> {
            try {
                // main's end is where a JVM that counts wrongly exits
                main.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("last ends");
        });
        last.start();
        System.out.println("main ends");
    }

    private static void race(boolean daemons) {
        Thread done = null;
        for (; ; ) {
            Thread thread = current;
            if (thread == null || thread == done) {
                Thread.onSpinWait();
                continue;
            }
            while (thread.isAlive()) {
                Thread.onSpinWait();
            }
            thread.setDaemon(daemons);
            done = thread;
        }
    }
}
