package dev.weft;

import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.internal.weft.local.Processors;

/**
 * About one value per processor, however many threads there are: for buffers, coders, generators of random numbers,
 * counters.
 *
 * <pre>{@code
 * private static final ProcessorLocal<byte[]> BUFFER = ProcessorLocal.withInitial(() -> new byte[8192]);
 *
 * BUFFER.withValue(buffer -> copy(in, out, buffer)); // nobody else has this buffer, whatever blocks in copy
 * }</pre>
 *
 * <p>{@link #withValue} lends a value for the extent of a call. The value stays with the caller if the caller is
 * suspended, and moves to another carrier with it. Whoever comes to a processor whose value is lent gets another one,
 * which is made if none is idle; so there are as many values as were ever lent at the same time, and at least one for
 * each processor on which they were asked for. None is dropped, unless there is a consumer for the surplus.
 *
 * <p>{@link #shared} gives the processor's own value of a second set to all that ask for it, at the same time: these
 * values must be safe for use by several threads. A value of one set is never one of the other.
 *
 * <p>The processor is that of {@link Weft#processor}: the carrier for a fiber; for platform threads a stripe, which is
 * the same for a thread each time. A continuation that is suspended keeps what it was lent; if it is never resumed,
 * that value is lost.
 *
 * <p>Thread-safe. What was done with a value happens-before what the next one does with it whom it is lent to.
 */
public final class ProcessorLocal<T> {
    /** Elements between those of two processors, which so are in different cache lines. */
    private static final int SPREAD = 16;

    private final Supplier<? extends T> initializer;
    private final Consumer<? super T> surplus;

    /** A value for each processor; null while it is lent, and before. */
    private final AtomicReferenceArray<T> own = new AtomicReferenceArray<>(Processors.count() * SPREAD);

    /** Values that came back to a processor that had one. */
    private final ConcurrentLinkedQueue<T> others = new ConcurrentLinkedQueue<>();

    /** Those of {@link #shared}. */
    private final AtomicReferenceArray<T> shared = new AtomicReferenceArray<>(Processors.count() * SPREAD);

    private ProcessorLocal(Supplier<? extends T> initializer, Consumer<? super T> surplus) {
        this.initializer = Objects.requireNonNull(initializer);
        this.surplus = surplus;
    }

    /**
     * Values are made by that initializer, and never dropped.
     *
     * @throws NullPointerException if it is null
     */
    public static <T> ProcessorLocal<T> withInitial(Supplier<? extends T> initializer) {
        return new ProcessorLocal<>(initializer, null);
    }

    /**
     * Values are made by that initializer. One that comes back when each processor has one goes to the consumer, and is
     * not used again.
     *
     * @throws NullPointerException if either is null
     */
    public static <T> ProcessorLocal<T> withInitial(Supplier<? extends T> initializer, Consumer<? super T> surplus) {
        return new ProcessorLocal<>(initializer, Objects.requireNonNull(surplus));
    }

    /** What {@link #withValue} calls. */
    @FunctionalInterface
    public interface Use<T, R, X extends Throwable> {
        /** Uses the value, which is the caller's until this returns or throws. */
        R apply(T value) throws X;
    }

    /**
     * Lends a value to a call that nobody else has meanwhile; returns what the call returns.
     *
     * @throws X what the call throws
     * @throws NullPointerException if the call is null
     * @throws IllegalStateException if the initializer throws an exception, or returns null; the next caller tries anew
     */
    public <R, X extends Throwable> R withValue(Use<? super T, ? extends R, X> use) throws X {
        Objects.requireNonNull(use);
        T value = take();
        try {
            return use.apply(value);
        } finally {
            giveBack(value);
        }
    }

    /**
     * The value that all have in common which are on this processor, and those that were: it must be safe for use by
     * several threads.
     *
     * @throws IllegalStateException if the initializer throws an exception, or returns null; the next caller tries anew
     */
    public T shared() {
        int at = Processors.current() * SPREAD;
        T value = shared.get(at);
        return value != null ? value : makeShared(at);
    }

    /** One at a time, so that no value is made in vain. */
    private synchronized T makeShared(int at) {
        T value = shared.get(at);
        if (value == null) {
            value = make();
            shared.set(at, value);
        }
        return value;
    }

    /**
     * Calls the consumer with each value that is not lent now, during which it is lent to the consumer, and with those
     * that are shared.
     *
     * @throws NullPointerException if the consumer is null
     */
    public void forEach(Consumer<? super T> consumer) {
        Objects.requireNonNull(consumer);
        for (int i = others.size(); i > 0; i--) {
            lend(others.poll(), consumer);
        }
        for (int at = 0; at < own.length(); at += SPREAD) {
            T value = own.getAndSet(at, null);
            try {
                if (value != null) {
                    consumer.accept(value);
                }
            } finally {
                if (value != null && !own.compareAndSet(at, null, value)) {
                    others.add(value);
                }
            }
        }
        for (int at = 0; at < shared.length(); at += SPREAD) {
            T value = shared.get(at);
            if (value != null) {
                consumer.accept(value);
            }
        }
    }

    private void lend(T value, Consumer<? super T> consumer) {
        if (value != null) {
            try {
                consumer.accept(value);
            } finally {
                others.add(value);
            }
        }
    }

    private T take() {
        int at = Processors.current() * SPREAD;
        T value = own.getPlain(at) == null ? null : own.getAndSet(at, null);
        if (value == null) {
            value = others.poll();
        }
        return value == null ? make() : value;
    }

    private void giveBack(T value) {
        if (own.compareAndSet(Processors.current() * SPREAD, null, value)) {
            return;
        }
        if (surplus == null) {
            others.add(value);
            return;
        }
        for (int at = 0; at < own.length(); at += SPREAD) {
            if (own.compareAndSet(at, null, value)) {
                return;
            }
        }
        surplus.accept(value);
    }

    private T make() {
        T value;
        try {
            value = initializer.get();
        } catch (Exception e) {
            throw new IllegalStateException("the initializer of a ProcessorLocal has thrown " + e, e);
        }
        if (value == null) {
            throw new IllegalStateException("the initializer of a ProcessorLocal has returned null");
        }
        return value;
    }
}
