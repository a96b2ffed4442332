package dev.weft.tck.programs;

import dev.weft.Weft;
import dev.weft.tck.Below;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A thread whose frames each wake another thread, until the stack ends: whoever is woken once more after that goes on.
 * Argument: how to wake.
 */
public final class WakesWhereTheStackEnds {
    private static final int THREADS = 4_000;
    private static final long PATIENCE = 60_000_000_000L;
    private static final Map<String, Consumer<Sleeper>> WAYS =
            Map.of("interrupt", Thread::interrupt, "unpark", LockSupport::unpark, "notify", Sleeper::wake);

    private final Sleeper[] sleepers = new Sleeper[THREADS];
    private final Consumer<Sleeper> way;
    private int reached;

    private WakesWhereTheStackEnds(Consumer<Sleeper> way) {
        this.way = way;
    }

    /** Waits on itself, or parks, until it was told to go. */
    private static final class Sleeper extends Thread {
        private final boolean waits;
        private volatile boolean go;

        Sleeper(boolean waits) {
            this.waits = waits;
        }

        @Override
        public void run() {
            if (waits) {
                await();
                return;
            }
            while (!go && !isInterrupted()) {
                LockSupport.park();
            }
        }

        private synchronized void await() {
            while (!go) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        synchronized void wake() {
            notify();
        }
    }

    private int wakeFrom(int number) {
        if (number == THREADS) {
            return 0;
        }
        reached = number;
        way.accept(sleepers[number]);
        return wakeFrom(number + 1) + 1;
    }

    private int asleep(int depth, boolean wait) throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            sleepers[i] = new Sleeper(wait);
            sleepers[i].setDaemon(true);
            sleepers[i].start();
        }
        for (Sleeper each : sleepers) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            each.go = true;
        }
        Thread waking = new Thread(() -> {
            try {
                Below.frames(depth, () -> wakeFrom(0));
            } catch (StackOverflowError e) {
                System.err.println("the stack has ended at " + reached);
            }
        });
        Weft.lightweight(waking, false);
        waking.start();
        waking.join();
        for (int i = reached; i < THREADS; i++) {
            way.accept(sleepers[i]);
        }
        long end = System.nanoTime() + PATIENCE;
        int asleep = 0;
        for (Sleeper each : sleepers) {
            while (each.isAlive() && System.nanoTime() < end) {
                each.join(10);
            }
            asleep += each.isAlive() ? 1 : 0;
        }
        return asleep;
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        for (int depth = 0; depth < 3; depth++) {
            WakesWhereTheStackEnds program = new WakesWhereTheStackEnds(WAYS.get(args[0]));
            System.out.println("asleep: " + program.asleep(depth * 7, args[0].equals("notify")));
        }
    }
}
