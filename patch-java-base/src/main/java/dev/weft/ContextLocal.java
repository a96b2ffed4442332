package dev.weft;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.weft.CarrierContext;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Stable;
import jdk.internal.weft.local.Unbound;

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
 *
 * <p>The class stays whole because its readers and {@link Carrier}, its only writer, share the form of one table.
 */
public final class ContextLocal<T> {
    /** As {@code ThreadLocal} does: spreads what is made in sequence over tables of any power of two. */
    private static final int STEP = 0x61c88647;

    private static final AtomicInteger NEXT = new AtomicInteger(STEP);

    /** The bits of {@link #hash} that tell the place in a table where to look first. */
    private static final int FIRST = 30;

    private static final Unsafe U = Unsafe.getUnsafe();

    private static final Object UNBOUND = new Object();

    /** Even: where to look first in a table of {@link Carrier#bind}. A constant for compilers if the local is one. */
    @Stable
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
        Object[] bindings = CarrierContext.bindings();
        return () -> {
            Object[] outer = replace(bindings);
            try {
                task.run();
            } finally {
                CarrierContext.rebind(outer);
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
        Object[] bindings = CarrierContext.bindings();
        return () -> {
            Object[] outer = replace(bindings);
            try {
                return task.call();
            } finally {
                CarrierContext.rebind(outer);
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
        Object[] bindings = CarrierContext.shownBindings();
        if (bindings != null) {
            // where the local is a constant, so is this; no table ends before it, so nothing is to be checked
            long at = Unsafe.ARRAY_OBJECT_BASE_OFFSET + (long) (hash & FIRST) * Unsafe.ARRAY_OBJECT_INDEX_SCALE;
            if (U.getReference(bindings, at) == this) {
                return (T) U.getReference(bindings, at + Unsafe.ARRAY_OBJECT_INDEX_SCALE);
            }
        }
        return search();
    }

    @SuppressWarnings("unchecked")
    private T search() {
        Object value = find(CarrierContext.bindings());
        if (value == UNBOUND) {
            throw Unbound.exception();
        }
        return (T) value;
    }

    /** Whether there is a value, null included, in the current thread. */
    public boolean isBound() {
        return find(CarrierContext.bindings()) != UNBOUND;
    }

    /**
     * The value that is bound in the current thread; the other one if there is none.
     *
     * @throws NullPointerException if the other one is null
     */
    @SuppressWarnings("unchecked")
    public T orElse(T other) {
        Objects.requireNonNull(other);
        Object value = find(CarrierContext.bindings());
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
        Object value = find(CarrierContext.bindings());
        if (value == UNBOUND) {
            throw supplier.get();
        }
        return (T) value;
    }

    /** Returns the bindings that the current thread had. */
    private static Object[] replace(Object[] bindings) {
        Object[] old = CarrierContext.bindings();
        CarrierContext.bind(bindings);
        return old;
    }

    private Object find(Object[] bindings) {
        if (bindings == null) {
            return UNBOUND;
        }
        int at = place(bindings);
        return bindings[at] == this ? bindings[at + 1] : UNBOUND;
    }

    /** Whether the table has this where it is looked for first, or nothing. */
    private boolean isFirstIn(Object[] table) {
        Object key = table[hash & FIRST];
        return key == null || key == this;
    }

    /** Where the table has this as a key, or, if it has not, a key could be added. */
    private int place(Object[] table) {
        int at = hash & FIRST;
        if (table[at] != this && table[at] != null) {
            int mask = table.length - 2;
            for (at = hash & mask; table[at] != this && table[at] != null; at = at + 2 & mask) {
                // another one's place
            }
        }
        return at;
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
            throw Unbound.exception();
        }

        /**
         * Runs the operation with these bindings, besides those of the current thread.
         *
         * @throws NullPointerException if the operation is null
         */
        public void run(Runnable op) {
            Objects.requireNonNull(op);
            Object[] outer = CarrierContext.bindings();
            CarrierContext.bind(bind(outer));
            try {
                op.run();
            } finally {
                CarrierContext.rebind(outer);
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
            Object[] outer = CarrierContext.bindings();
            CarrierContext.bind(bind(outer));
            try {
                return op.call();
            } finally {
                CarrierContext.rebind(outer);
            }
        }

        /**
         * The outer bindings and these: a hash table of keys, each with its value behind it, that is never changed. All
         * threads that inherit it share it. Its length is a power of two and one, at most half of it is used, and the
         * last element is the number of keys.
         */
        private Object[] bind(Object[] outer) {
            int used = outer == null ? 0 : (Integer) outer[outer.length - 1];
            int size = Math.max(FIRST + 2, Integer.highestOneBit(2 * (used + count) - 1) << 2);
            if (count == 1 && outer != null && outer.length > size && local.isFirstIn(outer)) {
                return withThis(outer, used);
            }
            Object[] table = new Object[size + 1];
            int added = 0;
            for (Carrier each = this; each != null; each = each.before) {
                added += add(table, each.local, each.value);
            }
            for (int i = 0; outer != null && i < outer.length - 1; i += 2) {
                if (outer[i] != null) {
                    added += add(table, (ContextLocal<?>) outer[i], outer[i + 1]);
                }
            }
            table[size] = added;
            return table;
        }

        /** A copy, which has room for one more. */
        private Object[] withThis(Object[] outer, int used) {
            Object[] table = outer.clone();
            int at = local.hash & FIRST;
            if (table[at] == null) {
                table[at] = local;
                table[table.length - 1] = used + 1;
            }
            table[at + 1] = value;
            return table;
        }

        /** Unless it is there already: the innermost bindings come first. Returns how many were added. */
        private static int add(Object[] table, ContextLocal<?> local, Object value) {
            int at = local.place(table);
            if (table[at] != null) {
                return 0;
            }
            table[at] = local;
            table[at + 1] = value;
            return 1;
        }
    }
}
