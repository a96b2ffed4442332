package dev.weft.tck.programs;

import java.util.Map;
import java.util.function.Consumer;

/**
 * A thread that comes back from the end of its stack by some frames, and notifies a waiter of its own in each: whoever
 * is notified once more after that goes on. Argument: how to notify.
 */
public final class NotifiesWhereTheStackEnds {
    private static final int ROUNDS = 10;
    private static final int FRAMES = 200;
    private static final long PATIENCE = 60_000_000_000L;
    private static final Map<String, Consumer<Object>> WAYS =
            Map.of("notify", Object::notify, "notifyAll", Object::notifyAll);

    private final Consumer<Object> way;
    private final Object[] monitors = new Object[FRAMES];
    private int next;
    private int overflows;

    private NotifiesWhereTheStackEnds(Consumer<Object> way) {
        this.way = way;
    }

    private static void waits(Object monitor) {
        synchronized (monitor) {
            try {
                monitor.wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private void fall() {
        try {
            fall();
        } catch (StackOverflowError e) {
            // the frames above go on
        }
        if (next < FRAMES) {
            Object monitor = monitors[next++];
            try {
                wake(monitor);
            } catch (StackOverflowError e) {
                overflows++;
            }
        }
    }

    private void wake(Object monitor) {
        synchronized (monitor) {
            way.accept(monitor);
        }
    }

    private int asleep() throws InterruptedException {
        Thread[] waiters = new Thread[FRAMES];
        for (int i = 0; i < FRAMES; i++) {
            Object monitor = new Object();
            monitors[i] = monitor;
            waiters[i] = new Thread(() -> waits(monitor));
            waiters[i].setDaemon(true);
            waiters[i].start();
        }
        for (Thread each : waiters) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
        }
        Thread falling = new Thread(this::fall);
        falling.start();
        falling.join();
        for (Object each : monitors) {
            wake(each);
        }
        long end = System.nanoTime() + PATIENCE;
        int asleep = 0;
        for (Thread each : waiters) {
            while (each.isAlive() && System.nanoTime() < end) {
                each.join(10);
            }
            asleep += each.isAlive() ? 1 : 0;
        }
        return asleep;
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        int overflows = 0;
        int asleep = 0;
        for (int i = 0; i < ROUNDS && asleep == 0; i++) {
            NotifiesWhereTheStackEnds round = new NotifiesWhereTheStackEnds(WAYS.get(args[0]));
            asleep = round.asleep();
            overflows += round.overflows;
        }
        System.out.println((overflows > 0 ? "some" : "none") + " thrown, asleep: " + asleep);
    }
}
