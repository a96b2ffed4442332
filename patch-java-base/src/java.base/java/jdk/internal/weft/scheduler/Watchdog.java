package jdk.internal.weft.scheduler;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.weft.Cont;
import jdk.internal.weft.Fields;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fiber;

/**
 * Adds a carrier when fibers wait and none has been mounted for a while: then all carriers are hogged by fibers that do not
 * give way, or blocked where the runtime cannot know it (a monitor that is really held, class initialization, native code).
 * Platform threads would go on there, so fibers must, too.
 *
 * <p>A spare carrier runs queued fibers and ends when it has had none for a while. There is no limit for spares that are
 * blocked themselves (MONITORS.md, section 3); of those that run, at most {@value #MAX_RUNNING}.
 */
final class Watchdog implements Runnable {
    private static final long TICK_NANOS = 10_000_000;
    private static final long IDLE_TICK_NANOS = 50_000_000;

    /** Ticks without a mount after which the carriers count as stuck. */
    private static final int PATIENCE = 5;

    private static final int MAX_RUNNING = 256;
    private static final long SPARE_IDLE_NANOS = 100_000_000;

    /** Contexts of all carriers, linked; written under the class' lock. */
    private static volatile Watched all;

    private static final AtomicInteger SPARES = new AtomicInteger();

    private final CarrierPool pool;

    private Watchdog(CarrierPool pool) {
        this.pool = pool;
    }

    private static final class Watched {
        final Cont cont;
        final Watched next;

        Watched(Cont cont, Watched next) {
            this.cont = cont;
            this.next = next;
        }
    }

    static void start(CarrierPool pool) {
        new SystemThread(new Watchdog(pool), "weft-watchdog").start();
    }

    /** From now on mounts on that carrier count as progress. */
    static synchronized void watch(Cont cont) {
        all = new Watched(cont, all);
    }

    private static synchronized void forget(Cont cont) {
        Watched kept = null;
        for (Watched w = all; w != null; w = w.next) {
            if (w.cont != cont) {
                kept = new Watched(w.cont, kept);
            }
        }
        all = kept;
    }

    private static long mounts() {
        long sum = 0;
        for (Watched w = all; w != null; w = w.next) {
            sum += w.cont.mounts;
        }
        return sum;
    }

    @Override
    public void run() {
        long last = -1;
        int stuck = 0;
        for (; ; ) {
            boolean isWaiting = pool.hasQueued();
            LockSupport.parkNanos(isWaiting ? TICK_NANOS : IDLE_TICK_NANOS);
            long now = mounts();
            stuck = isWaiting && now == last && pool.hasQueued() ? stuck + 1 : 0;
            last = now;
            if (stuck >= PATIENCE) {
                addSpare();
            }
        }
    }

    private void addSpare() {
        pool.spill();
        if (SPARES.get() < MAX_RUNNING || runningSpares() < MAX_RUNNING) {
            try {
                new SystemThread(new Spare(pool), "weft-spare-carrier").start();
            } catch (OutOfMemoryError e) {
                // no kernel thread to be had now: the next tick tries again
            }
        }
    }

    private static int runningSpares() {
        int running = 0;
        for (Watched w = all; w != null; w = w.next) {
            Thread carrier = w.cont.spare;
            if (carrier != null && carrier.getState() == Thread.State.RUNNABLE) {
                running++;
            }
        }
        return running;
    }

    private static final class Spare implements Runnable {
        private final CarrierPool pool;

        Spare(CarrierPool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            SPARES.incrementAndGet();
            Thread self = Thread.currentThread();
            Cont cont = new Cont();
            cont.spare = self;
            Fields.cont(self, cont);
            watch(cont);
            try {
                long idleSince = System.nanoTime();
                while (System.nanoTime() - idleSince < SPARE_IDLE_NANOS) {
                    Fiber fiber = pool.take();
                    if (fiber == null) {
                        LockSupport.parkNanos(TICK_NANOS / 2);
                    } else {
                        fiber.run(cont, self);
                        idleSince = System.nanoTime();
                    }
                }
            } finally {
                forget(cont);
                SPARES.decrementAndGet();
            }
        }
    }
}
