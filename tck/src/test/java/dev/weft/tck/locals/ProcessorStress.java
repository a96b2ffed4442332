package dev.weft.tck.locals;

import dev.weft.ProcessorLocal;
import dev.weft.Weft;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads, each fourth of them a platform thread, that are suspended while a value is lent to them: none has another's,
 * and no value is lost. Arguments: how many threads, how many times each, and {@code broken} for a control that uses
 * what is shared as if it were lent.
 */
public final class ProcessorStress {
    private static final class Value {
        private final AtomicBoolean isLent = new AtomicBoolean();

        /** Not atomic, as nothing but the lending is to guard it. */
        private long uses;
    }

    private static final AtomicInteger MADE = new AtomicInteger();
    private static final AtomicInteger TWICE = new AtomicInteger();
    private static final AtomicInteger LENT = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();
    private static final ProcessorLocal<Value> LOCAL = ProcessorLocal.withInitial(() -> {
        MADE.incrementAndGet();
        Thread.yield();
        return new Value();
    });

    private ProcessorStress() {}

    /** Runs all threads, then counts. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        int times = Integer.parseInt(args[1]);
        boolean isBroken = args.length > 2;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> use(times, number, isBroken));
            Weft.lightweight(thread, i % 4 != 0);
            threads.add(thread);
            thread.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        long[] found = new long[2];
        LOCAL.forEach(value -> {
            found[0]++;
            found[1] += value.uses;
        });
        boolean isRight = found[0] == MADE.get() && found[1] == (long) count * times;
        // one per processor besides those that are lent, for platform threads have their stripes
        boolean areFew = MADE.get() <= MOST.get() + 64;
        if (TWICE.get() > 0) {
            System.out.println("lent twice: " + TWICE + " times");
        } else {
            System.out.println(
                    isRight && areFew
                            ? count + " threads are right"
                            : "made " + MADE + " for " + MOST + ", found " + found[0] + ", used " + found[1]);
        }
    }

    private static void use(int times, int number, boolean isBroken) {
        for (int i = 0; i < times; i++) {
            int step = i + number;
            MOST.accumulateAndGet(LENT.incrementAndGet(), Math::max);
            if (isBroken) {
                use(LOCAL.shared(), step);
            } else {
                LOCAL.withValue(value -> use(value, step));
            }
            LENT.decrementAndGet();
        }
    }

    private static Object use(Value value, int step) {
        if (!value.isLent.compareAndSet(false, true)) {
            TWICE.incrementAndGet();
        }
        if (step % 3 == 0) {
            LockSupport.parkNanos(1_000);
        } else if (step % 3 == 1) {
            Thread.yield();
        }
        value.uses++;
        value.isLent.set(false);
        return null;
    }
}
