package dev.weft.tck.locals;

import dev.weft.ContextLocal;
import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Random programs of bindings, threads and continuations that suspend; each call is told what it must find bound.
 * Arguments: how many programs, the seed, and {@code broken} for a control that expects what is wrong.
 */
public final class ContextStress {
    private static final int LOCALS = 5;
    private static final int DEPTH = 6;
    private static final ContinuationScope[] SCOPES = {new ContinuationScope("0"), new ContinuationScope("1")};

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final ContextLocal<Integer>[] ALL = new ContextLocal[LOCALS];

    private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();
    private static boolean isBroken;

    static {
        for (int i = 0; i < LOCALS; i++) {
            ALL[i] = ContextLocal.newInstance();
        }
    }

    private final Random random;

    private ContextStress(long seed) {
        random = new Random(seed);
    }

    /** Runs the programs. */
    public static void main(String[] args) throws Exception {
        int programs = Integer.parseInt(args[0]);
        long seed = Long.parseLong(args[1]);
        isBroken = args.length > 2;
        for (int i = 0; i < programs && FAILURE.get() == null; i++) {
            long own = seed + i;
            Runnable program = () -> new ContextStress(own).walk(new int[LOCALS], 0, 0);
            Thread[] threads = {thread(program), thread(program), thread(program)};
            for (Thread each : threads) {
                each.start();
            }
            for (Thread each : threads) {
                each.join();
            }
            if (FAILURE.get() != null) {
                System.out.println("seed " + own + ": " + FAILURE.get());
            }
        }
        if (FAILURE.get() == null) {
            System.out.println(programs + " programs are right");
        }
    }

    private static Thread thread(Runnable task) {
        return new Thread(() -> {
            try {
                task.run();
            } catch (Throwable t) {
                FAILURE.compareAndSet(null, t);
            }
        });
    }

    /**
     * 0 stands for a local that is not bound; the scopes with numbers from 0 to {@code scopes} are those of
     * continuations around.
     */
    private void walk(int[] expected, int depth, int scopes) {
        int steps = 1 + random.nextInt(4);
        for (int i = 0; i < steps; i++) {
            check(expected);
            int kind = random.nextInt(depth < DEPTH ? 6 : 2);
            switch (kind) {
                case 0 -> Thread.yield();
                case 1 -> suspend(scopes);
                case 2, 3 -> bind(expected, depth, scopes);
                case 4 -> startThread(expected, depth);
                default -> runContinuation(expected, depth, scopes);
            }
        }
        check(expected);
    }

    private void check(int[] expected) {
        for (int i = 0; i < LOCALS; i++) {
            int found = expected[i] == 0 ? ALL[i].orElse(0) : ALL[i].get();
            if (found != expected[i]) {
                throw new IllegalStateException("local " + i + " is " + found + " instead of " + expected[i]);
            }
        }
    }

    private void suspend(int scopes) {
        if (scopes > 0) {
            Continuation.suspend(SCOPES[random.nextInt(scopes)]);
        } else {
            LockSupport.parkNanos(1_000);
        }
    }

    private void bind(int[] expected, int depth, int scopes) {
        int[] inner = expected.clone();
        ContextLocal.Carrier carrier = null;
        for (int i = random.nextInt(3); i >= 0; i--) {
            int which = random.nextInt(LOCALS);
            int value = 1 + random.nextInt(1_000);
            inner[which] = isBroken && random.nextInt(50) == 0 ? value + 1 : value;
            carrier = carrier == null ? ContextLocal.where(ALL[which], value) : carrier.where(ALL[which], value);
        }
        carrier.run(() -> walk(inner, depth + 1, scopes));
    }

    private void startThread(int[] expected, int depth) {
        long seed = random.nextLong();
        Thread thread = thread(() -> new ContextStress(seed).walk(expected, depth + 1, 0));
        thread.start();
        join(thread);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Its bindings are those of the first who runs it, whatever is bound where it is resumed: here, or in another
     * thread.
     */
    private void runContinuation(int[] expected, int depth, int scopes) {
        if (scopes == SCOPES.length) {
            return;
        }
        ContextStress other = new ContextStress(random.nextLong());
        Continuation continuation = new Continuation(SCOPES[scopes], () -> other.walk(expected, depth + 1, scopes + 1));
        continuation.run();
        while (!continuation.isDone()) {
            check(expected);
            switch (random.nextInt(3)) {
                case 0 -> continuation.run();
                case 1 -> ContextLocal.where(ALL[random.nextInt(LOCALS)], -1).run(() -> continuation.run());
                default -> runElsewhere(continuation, scopes);
            }
        }
    }

    /** Not if it may suspend a continuation that is here. */
    private static void runElsewhere(Continuation continuation, int scopes) {
        if (scopes > 0) {
            continuation.run();
        } else {
            Thread thread = thread(() -> continuation.run());
            thread.start();
            join(thread);
        }
    }
}
