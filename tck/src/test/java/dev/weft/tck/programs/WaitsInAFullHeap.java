package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.lang.ref.ReferenceQueue;

/**
 * A thread waits for a moment, many times, while there is no memory: on the plain JDK none is needed for that. Before
 * it, a fiber has suspended in a monitor, from when on the runtime keeps the account of who waits. The argument tells
 * who waits: {@code main} in {@code Object.wait}, or a {@code thread} of a constructor in five ways.
 */
public final class WaitsInAFullHeap {
    private static final Object MONITOR = new Object();
    private static final Object HELD = new Object();
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final Thread HOLDER = new Thread(WaitsInAFullHeap::hold);

    private static final int KINDS = 5;
    private static final int FIRST_ROUNDS = 30;
    private static final int ROUNDS = 2;
    private static final int WAITS = 10;

    private static final int[] FAILED = new int[KINDS];
    private static volatile boolean isOver;
    private static volatile boolean isHeld;

    private WaitsInAFullHeap() {}

    private static final class Suspender implements Runnable {
        @Override
        public void run() {
            synchronized (MONITOR) {
                Suspend.now();
            }
        }
    }

    /** Prints one line: how many waits have failed, and of which kinds. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Suspender());
        thread.start();
        thread.join();
        if (args[0].equals("main")) {
            inMonitors();
        } else {
            HOLDER.start();
            Thread waits = new Thread(WaitsInAFullHeap::inManyWays);
            waits.start();
            waits.join();
            isOver = true;
            HOLDER.join();
        }
        FullHeap.filled = null;
        StringBuilder failed = new StringBuilder("failed:");
        for (int each : FAILED) {
            failed.append(' ').append(each);
        }
        System.out.println(failed);
    }

    private static void inMonitors() throws InterruptedException {
        attempt(0);
        for (int i = 0; i < WAITS; i++) {
            FullHeap.fill();
            attempt(0);
        }
    }

    private static void inManyWays() {
        try {
            for (int i = 0; i < FIRST_ROUNDS + ROUNDS; i++) {
                for (int kind = 0; kind < KINDS; kind++) {
                    // the first rounds make what is made once: code with which fibers go on
                    if (i >= FIRST_ROUNDS) {
                        FullHeap.fill();
                    }
                    attempt(kind);
                }
            }
        } catch (InterruptedException e) {
            FullHeap.filled = null;
            System.out.println(e);
        }
    }

    private static void attempt(int kind) throws InterruptedException {
        try {
            await(kind);
        } catch (OutOfMemoryError e) {
            FAILED[kind]++;
        }
    }

    private static void await(int kind) throws InterruptedException {
        switch (kind) {
            case 0:
                synchronized (MONITOR) {
                    MONITOR.wait(1);
                }
                break;
            case 1:
                Thread.sleep(1);
                break;
            case 2:
                HOLDER.join(1);
                break;
            case 3:
                QUEUE.remove(1);
                break;
            default:
                while (!isHeld) {
                    Thread.yield();
                }
                synchronized (HELD) {
                    FullHeap.filled = null;
                }
                break;
        }
    }

    /** Holds a monitor for most of the time, and waits meanwhile. */
    private static void hold() {
        try {
            while (!isOver) {
                synchronized (HELD) {
                    isHeld = true;
                    Thread.sleep(5);
                    isHeld = false;
                }
                Thread.yield();
            }
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
