package jdk.internal.weft.scheduler;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import java.weft.Cont;
import jdk.internal.weft.Fields;
import jdk.internal.weft.fiber.Fiber;

/**
 * The default scheduler: a work-stealing {@code ForkJoinPool} in FIFO mode, whose workers are the carriers.
 *
 * <p>While code of this class runs on a carrier the mounted fiber is hidden (the carrier shows its own identity), so that
 * the pool sees one of its workers and a wake-up goes to the waker's own queue.
 */
public final class Carriers {
    private static final int PARALLELISM = parallelism();
    private static final int MAX_POOL_SIZE = Math.max(256, PARALLELISM);

    private static final CarrierPool POOL =
            new CarrierPool(PARALLELISM, MAX_POOL_SIZE, new CarrierFactory(), new Saturated());

    static {
        Watchdog.start(POOL);
    }

    private static final int FAIRNESS = 64;

    private Carriers() {}

    /** A worker that carries fibers. */
    static final class CarrierThread extends ForkJoinWorkerThread {
        CarrierThread(ForkJoinPool pool) {
            super(pool);
            setName("weft-carrier-" + getPoolIndex());
            setDaemon(true);
            Fields.cont(this, register(new Cont()));
        }
    }

    private static final class CarrierFactory implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return new CarrierThread(pool);
        }
    }

    /** Where no spare carrier can be had, go on with fewer. */
    private static final class Saturated implements Predicate<ForkJoinPool> {
        @Override
        public boolean test(ForkJoinPool pool) {
            return true;
        }
    }

    private static int parallelism() {
        Integer wanted = Integer.getInteger("weft.parallelism");
        return wanted == null ? Runtime.getRuntime().availableProcessors() : wanted;
    }

    /** Number of carriers that run fibers at the same time, as long as none is blocked. */
    public static int size() {
        return PARALLELISM;
    }

    /** The continuation context of a carrier; made when the thread carries for the first time. */
    public static Cont cont(Thread carrier) {
        Cont cont = Fields.cont(carrier);
        if (cont == null) {
            cont = register(new Cont());
            Fields.cont(carrier, cont);
        }
        return cont;
    }

    /** Makes the context's progress visible to the watchdog. */
    private static Cont register(Cont cont) {
        Watchdog.watch(cont);
        return cont;
    }

    /** The calling kernel thread's own object, whatever fiber it has mounted. */
    public static Thread currentCarrier() {
        return Thread.currentThread();
    }

    /**
     * Queues a fiber that may run: with the waker, if that is a carrier. A carrier never looks elsewhere while its own queue
     * has something, so of {@value #FAIRNESS} wake-ups one goes to the end of the common queue: else fibers that keep waking
     * each other would keep out those that timers and platform threads wake.
     */
    public static void submit(Fiber fiber) {
        Cont cont = Fields.cont(Thread.currentThread());
        if (cont == null) {
            POOL.execute(fiber);
        } else if (++cont.wakeUps % FAIRNESS == 0) {
            submitAsOutsider(fiber, cont);
        } else {
            Thread mounted = cont.thread;
            cont.thread = null;
            try {
                POOL.execute(fiber);
            } finally {
                cont.thread = mounted;
            }
        }
    }

    /** Queues a fiber that has yielded, unmounted, behind all others. */
    public static void submitYielded(Fiber fiber) {
        submitAsOutsider(fiber, Fields.cont(Thread.currentThread()));
    }

    /** While the carrier shows a fiber's identity, the pool takes it for an outsider. */
    private static void submitAsOutsider(Fiber fiber, Cont cont) {
        Thread mounted = cont.thread;
        cont.thread = fiber.thread();
        try {
            POOL.execute(fiber);
        } finally {
            cont.thread = mounted;
        }
    }

    /** Blocks the calling carrier; the pool starts another one if it can. */
    public static void block(ForkJoinPool.ManagedBlocker blocker) {
        Cont cont = Fields.cont(Thread.currentThread());
        Thread mounted = cont == null ? null : cont.thread;
        if (cont != null) {
            cont.thread = null;
        }
        boolean done = false;
        while (!done) {
            try {
                ForkJoinPool.managedBlock(blocker);
                done = true;
            } catch (InterruptedException e) {
                // the carrier itself was interrupted: nobody's business; wait on
            } catch (RejectedExecutionException e) {
                // no spare carrier to be had: wait without
                try {
                    done = blocker.block();
                } catch (InterruptedException again) {
                    // as above
                }
            }
        }
        if (cont != null) {
            cont.thread = mounted;
        }
    }
}
