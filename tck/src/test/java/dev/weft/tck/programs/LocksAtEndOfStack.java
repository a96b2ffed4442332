package dev.weft.tck.programs;

import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Takes locks until the stack ends, in many threads; then each lock is free, or its thread has it. */
public final class LocksAtEndOfStack implements Runnable {
    private static final int THREADS = 40;
    private static final int FRAMES = 300;
    private static final int LOCKS = 4_000;

    private static int broken;
    private static int overflows;

    private final ReentrantLock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(ReentrantLock[]::new);
    private int left = FRAMES;

    private LocksAtEndOfStack() {}

    /** Prints what became of the locks. */
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(new LocksAtEndOfStack());
            thread.start();
            thread.join();
        }
        System.out.println(overflows + " overflows, broken: " + broken);
    }

    @Override
    public void run() {
        fall();
        for (ReentrantLock lock : locks) {
            if (lock.isLocked() && !lock.isHeldByCurrentThread()) {
                broken++;
            }
        }
    }

    /** Comes back from the end of the stack by some frames, and takes the locks there. */
    private void fall() {
        try {
            fall();
        } catch (StackOverflowError e) {
            // the frames above go on
        }
        if (--left == 0) {
            try {
                take(0);
            } catch (StackOverflowError e) {
                overflows++;
            }
        }
    }

    private void take(int at) {
        if (at < locks.length) {
            locks[at].lock();
            take(at + 1);
        }
    }
}
