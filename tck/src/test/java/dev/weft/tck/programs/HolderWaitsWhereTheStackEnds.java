package dev.weft.tck.programs;

import dev.weft.tck.Below;

/**
 * A thread that comes back from the end of its stack by some frames, and waits for a moment in each, at a monitor that
 * it holds further out as well and that others want: it holds the monitor as before, the others enter, and who waits
 * there later is woken by one notification. The stack ends somewhere else in each round. Argument: how it waits, {@code
 * suspended} or {@code pinned}.
 */
public final class HolderWaitsWhereTheStackEnds {
    private static final int ROUNDS = 40;
    private static final int FRAMES = 60;
    private static final int OTHERS = 3;
    private static final long PATIENCE_MILLIS = 60_000;

    private final Object monitor = new Object();
    private final int shift;
    private int times;
    private int overflows;
    private int wrong;
    private volatile boolean isOver;

    private HolderWaitsWhereTheStackEnds(int shift) {
        this.shift = shift;
    }

    private void holdsPinned() {
        try {
            Below.pinned(this::holds);
        } catch (Throwable t) {
            wrong++;
        }
    }

    /** To resume the fiber deep in the stack does not resume this frame. */
    private void holds() {
        synchronized (monitor) {
            suspends();
            count(Thread.holdsLock(monitor));
        }
    }

    private void suspends() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            wrong++;
        }
        Below.frames(shift, this::fall);
    }

    private void fall() {
        try {
            fall();
        } catch (StackOverflowError e) {
            // the frames above go on
        }
        if (times < FRAMES) {
            times++;
            try {
                waitsShortly();
            } catch (StackOverflowError e) {
                overflows++;
            }
        }
    }

    private void waitsShortly() {
        synchronized (monitor) {
            try {
                monitor.wait(1);
            } catch (InterruptedException e) {
                wrong++;
            }
            count(Thread.holdsLock(monitor));
        }
    }

    private void count(boolean isHeld) {
        wrong += isHeld ? 0 : 1;
    }

    private void comesAgainAndAgain() {
        while (!isOver) {
            synchronized (monitor) {
                Thread.onSpinWait();
            }
            Thread.yield();
        }
    }

    private void waitsForLong() {
        synchronized (monitor) {
            try {
                monitor.wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static boolean ends(Thread thread) throws InterruptedException {
        thread.join(PATIENCE_MILLIS);
        return !thread.isAlive();
    }

    private boolean isGood(boolean isPinned) throws InterruptedException {
        Thread holder = start(isPinned ? this::holdsPinned : this::holds);
        Thread[] others = new Thread[OTHERS];
        for (int i = 0; i < OTHERS; i++) {
            others[i] = start(this::comesAgainAndAgain);
        }
        boolean isGood = ends(holder);
        isOver = true;
        for (Thread each : others) {
            isGood &= isGood && ends(each);
        }
        return isGood && wrong == 0 && isNotified();
    }

    private boolean isNotified() throws InterruptedException {
        Thread waiter = start(this::waitsForLong);
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        synchronized (monitor) {
            monitor.notify();
        }
        return ends(waiter);
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        int overflows = 0;
        int good = 0;
        for (int i = 0; i < ROUNDS && good == i; i++) {
            HolderWaitsWhereTheStackEnds round = new HolderWaitsWhereTheStackEnds(i);
            good += round.isGood(args[0].equals("pinned")) ? 1 : 0;
            overflows += round.overflows;
        }
        System.out.println((overflows > 0 ? "some" : "none") + " thrown, good: " + good);
    }
}
