package dev.weft;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import jdk.internal.weft.JdkAccess;

/**
 * A value that is bound for the extent of a call and cannot be changed: names and rules are those of
 * {@code ScopedValue} of JDK 25 (JEP 506), so that code moves there when the name of this class is changed.
 *
 * <pre>{@code
 * private static final ContextLocal<User> USER = ContextLocal.newInstance();
 *
 * ContextLocal.where(USER, user).run(() -> handle(request)); // USER.get() is user in handle, and in all that it calls
 * }</pre>
 *
 * <p>A thread has, from its start to its end, the bindings that the thread had which started it, when it did: fibers,
 * virtual threads and platform threads alike. They are handed on by one reference, however many there are. ForkJoin
 * workers and threads of the JDK's own, which serve the whole program, inherit none. So a thread per task sees the
 * bindings of whoever submits the task; the worker of a pool sees those of whoever made the pool start it, unless the
 * task is {@linkplain #wrap wrapped}.
 *
 * <p>A {@link Continuation} has, wherever it is resumed, the bindings of its first {@code run}'s caller and those that
 * it has made itself: what {@code get} returns never changes during a call. Whoever runs it keeps its own.
 *
 * <p>Thread-safe. What is bound should be immutable, or safe for use by several threads: it is shared.
 */
public final class ContextLocal<T> {
    private static final AtomicInteger NEXT = new AtomicInteger();

    /** As {@code ThreadLocal} does: spreads what is made in sequence over tables of any power of two. */
    private static final int STEP = 0x61c88647;

    private static final Object UNBOUND = new Object();

    /** Even: where to look first in a table of {@link Carrier#bind}. */
    private final int hash = NEXT.getAndAdd(STEP) << 1;

    private ContextLocal() {}

    /** One that is not bound in any thread. */
    public static <T> ContextLocal<T> newInstance() {
        return new ContextLocal<>();
    }

    /**
     * A binding of the local to that value, which may be null.
     *
     * @throws NullPointerException if the local is null
     */
    public static <T> Carrier where(ContextLocal<T> local, T value) {
        return new Carrier(local, value, null);
    }

    /**
     * A task that runs with the bindings that the caller has now, in whatever thread, in place of that thread's.
     *
     * @throws NullPointerException if the task is null
     */
    public static Runnable wrap(Runnable task) {
        Objects.requireNonNull(task);
        Object[] bindings = bindings();
        return () -> {
            Object[] outer = replace(bindings);
            try {
                task.run();
            } finally {
                replace(outer);
            }
        };
    }

    /**
     * As {@link #wrap(Runnable)}.
     *
     * @throws NullPointerException if the task is null
     */
    public static <R> Callable<R> wrap(Callable<R> task) {
        Objects.requireNonNull(task);
        Object[] bindings = bindings();
        return () -> {
            Object[] outer = replace(bindings);
            try {
                return task.call();
            } finally {
                replace(outer);
            }
        };
    }

    /**
     * The value that is bound in the current thread.
     *
     * @throws NoSuchElementException if there is none
     */
    @SuppressWarnings("unchecked")
    public T get() {
        Object[] bindings = bindings();
        if (bindings != null) {
            // nearly always it is the first
            int at = hash & bindings.length - 1;
            if (bindings[at] == this) {
                return (T) bindings[at + 1];
            }
        }
        return search(bindings);
    }

    @SuppressWarnings("unchecked")
    private T search(Object[] bindings) {
        Object value = find(bindings);
        if (value == UNBOUND) {
            throw unbound();
        }
        return (T) value;
    }

    /** Whether there is a value, null included, in the current thread. */
    public boolean isBound() {
        return find(bindings()) != UNBOUND;
    }

    /**
     * The value that is bound in the current thread; the other one if there is none.
     *
     * @throws NullPointerException if the other one is null
     */
    @SuppressWarnings("unchecked")
    public T orElse(T other) {
        Objects.requireNonNull(other);
        Object value = find(bindings());
        return value == UNBOUND ? other : (T) value;
    }

    /**
     * The value that is bound in the current thread.
     *
     * @throws X that of the supplier, if there is none
     * @throws NullPointerException if the supplier is null
     */
    @SuppressWarnings("unchecked")
    public <X extends Throwable> T orElseThrow(Supplier<? extends X> supplier) throws X {
        Objects.requireNonNull(supplier);
        Object value = find(bindings());
        if (value == UNBOUND) {
            throw supplier.get();
        }
        return (T) value;
    }

    /** What is bound in the current thread: see {@link Carrier#bind}; null if nothing is. */
    private static Object[] bindings() {
        return JdkAccess.bindings(Thread.currentThread());
    }

    /** Returns the bindings that the current thread had. */
    private static Object[] replace(Object[] bindings) {
        Thread thread = Thread.currentThread();
        Object[] old = JdkAccess.bindings(thread);
        JdkAccess.bindings(thread, bindings);
        return old;
    }

    private Object find(Object[] bindings) {
        if (bindings != null) {
            int mask = bindings.length - 1;
            int at = hash & mask;
            for (Object key = bindings[at]; key != null; key = bindings[at]) {
                if (key == this) {
                    return bindings[at + 1];
                }
                at = at + 2 & mask;
            }
        }
        return UNBOUND;
    }

    private NoSuchElementException unbound() {
        return new NoSuchElementException(
                "the ContextLocal is not bound in this thread: bind it with ContextLocal.where(..).run(..) around the call");
    }

    /** What {@link Carrier#call} calls: a {@code Callable} that says what it throws. */
    @FunctionalInterface
    public interface CallableOp<T, X extends Throwable> {
        /** Does it. */
        T call() throws X;
    }

    /** One or more bindings; immutable. */
    public static final class Carrier {
        private final ContextLocal<?> local;
        private final Object value;
        private final Carrier before;
        private final int count;

        private Carrier(ContextLocal<?> local, Object value, Carrier before) {
            this.local = Objects.requireNonNull(local);
            this.value = value;
            this.before = before;
            this.count = before == null ? 1 : before.count + 1;
        }

        /**
         * These bindings and one more, which goes before these.
         *
         * @throws NullPointerException if the local is null
         */
        public <T> Carrier where(ContextLocal<T> local, T value) {
            return new Carrier(local, value, this);
        }

        /**
         * What this binds the local to.
         *
         * @throws NoSuchElementException if it does not
         * @throws NullPointerException if the local is null
         */
        @SuppressWarnings("unchecked")
        public <T> T get(ContextLocal<T> local) {
            Objects.requireNonNull(local);
            for (Carrier each = this; each != null; each = each.before) {
                if (each.local == local) {
                    return (T) each.value;
                }
            }
            throw local.unbound();
        }

        /**
         * Runs the operation with these bindings, besides those of the current thread.
         *
         * @throws NullPointerException if the operation is null
         */
        public void run(Runnable op) {
            Objects.requireNonNull(op);
            Object[] outer = bindings();
            replace(bind(outer));
            try {
                op.run();
            } finally {
                replace(outer);
            }
        }

        /**
         * Calls the operation with these bindings, besides those of the current thread; returns what it returns.
         *
         * @throws X what the operation throws
         * @throws NullPointerException if the operation is null
         */
        public <R, X extends Throwable> R call(CallableOp<? extends R, X> op) throws X {
            Objects.requireNonNull(op);
            Object[] outer = bindings();
            replace(bind(outer));
            try {
                return op.call();
            } finally {
                replace(outer);
            }
        }

        /**
         * The outer bindings and these: a hash table of keys, each with its value behind it, that is never changed; its
         * length is a power of two, and at most half of it is used. All threads that inherit it share it.
         */
        private Object[] bind(Object[] outer) {
            int most = count;
            for (int i = 0; outer != null && i < outer.length; i += 2) {
                if (outer[i] != null) {
                    most++;
                }
            }
            Object[] table = new Object[Math.max(4, Integer.highestOneBit(2 * most - 1) << 2)];
            for (Carrier each = this; each != null; each = each.before) {
                add(table, each.local, each.value);
            }
            for (int i = 0; outer != null && i < outer.length; i += 2) {
                if (outer[i] != null) {
                    add(table, (ContextLocal<?>) outer[i], outer[i + 1]);
                }
            }
            return table;
        }

        /** Unless it is there already: the innermost bindings come first. */
        private static void add(Object[] table, ContextLocal<?> local, Object value) {
            int mask = table.length - 1;
            int at = local.hash & mask;
            while (table[at] != null) {
                if (table[at] == local) {
                    return;
                }
                at = at + 2 & mask;
            }
            table[at] = local;
            table[at + 1] = value;
        }
    }
}
