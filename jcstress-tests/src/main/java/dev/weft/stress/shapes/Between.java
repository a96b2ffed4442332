package dev.weft.stress.shapes;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * What an actor does between two accesses. {@code -Dstress.between} says it for the whole run, so that a form of a
 * shape is an option and no copy of its text: {@code nothing} (compiled away), {@code yields}, {@code parks}, or
 * {@code suspends}, which does one of these, or nothing, at random. A fiber that yields or parks is suspended, and goes
 * on where a carrier takes it.
 */
public final class Between {
    private static final String FORM = System.getProperty("stress.between", "nothing");
    private static final boolean YIELDS = FORM.equals("yields");
    private static final boolean PARKS = FORM.equals("parks");
    private static final boolean SUSPENDS = FORM.equals("suspends");

    static {
        if (!YIELDS && !PARKS && !SUSPENDS && !FORM.equals("nothing")) {
            throw new IllegalArgumentException("stress.between: nothing, yields, parks or suspends, not " + FORM);
        }
    }

    private Between() {}

    /** What this run does between two accesses. */
    public static void step() {
        if (YIELDS) {
            Thread.yield();
        } else if (PARKS) {
            LockSupport.parkNanos(1);
        } else if (SUSPENDS) {
            anyhow();
        }
    }

    /** As {@link #step}, as an operand: what the caller has on its stack is saved meanwhile. */
    static int zero() {
        step();
        return 0;
    }

    /** What broken siblings do in each form, to be broken often. */
    static void anyhow() {
        int random = ThreadLocalRandom.current().nextInt(64);
        if (random == 0) {
            LockSupport.parkNanos(1);
        } else if (random == 1) {
            parkUntilWoken();
        } else {
            for (int i = random & 3; i > 0; i--) {
                Thread.yield();
            }
        }
    }

    /** Parks until a platform thread ends that: what it wakes, any carrier takes. */
    private static void parkUntilWoken() {
        AtomicBoolean isWoken = new AtomicBoolean();
        Thread sleeper = Thread.currentThread();
        ForkJoinPool.commonPool().execute(() -> {
            isWoken.set(true);
            LockSupport.unpark(sleeper);
        });
        while (!isWoken.get()) {
            LockSupport.park();
        }
    }
}
