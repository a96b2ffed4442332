package dev.weft;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.weft.CarrierContext;
import jdk.internal.weft.continuation.ContinuationImpl;

/**
 * The elements that a piece of code yields, one after another, as they are asked for. The code may call and block as
 * any other; in a fiber, who asks is parked meanwhile.
 *
 * <pre>{@code
 * Generator<Integer> squares = new Generator<>(out -> {
 *     for (int i = 1; i <= 3; i++) {
 *         out.yield(i * i);
 *     }
 * });
 * for (int square : squares) {
 *     System.out.println(square);
 * }
 * }</pre>
 *
 * <p>There is one sequence of elements, whether it is taken as an iterator, by a loop, or as a stream: what is taken
 * once does not come again. An exception of the body is thrown to who asks, and ends the sequence; a checked one in an
 * {@link UndeclaredThrowableException}.
 *
 * <p>A generator that is forgotten before its end, by a {@code break} for instance, is garbage, and the body's
 * {@code finally} blocks do not run. {@link #close} runs them.
 *
 * <p>Used by one thread at a time, on whatever threads; who hands it on must publish it. A thread that asks while
 * another one does is refused by a {@link NotResumableException}, as is the body that asks itself. What the body has
 * done before it has yielded happens-before what it does when it goes on, by whatever thread.
 *
 * <p>Source: Pressler, "Fibers and Continuations for the Java Virtual Machine" (project Loom's proposal),
 * "Continuations".
 *
 * @param <T> the type of the elements
 */
public final class Generator<T> implements Iterable<T>, Iterator<T>, AutoCloseable {
    // The class stays whole because each of its steps, asking, yielding, taking over, ending, closing, changes the same
    // few fields of one or
    // two generators.
    //
    // A generator that is yielded whole by another one is run by whoever asks the outermost: so an element costs the
    // same however deep
    // it comes from. The outermost has the innermost (active); each has the one that waits for it (awaiting).

    private static final VarHandle IS_ASKED = isAsked();

    /** Value of {@link #state}: nothing is known of the next element. */
    private static final int UNKNOWN = 0;

    /** Value of {@link #state}: {@link #element} is the next one. */
    private static final int READY = 1;

    private static final int ENDED = 2;

    private final Scope scope = new Scope(this);
    private final Continuation continuation;

    /** Set by whoever owns all other fields; reset with release, as the last access. */
    private volatile boolean isAsked;

    private int state = UNKNOWN;

    /** Meaningless unless {@link #READY}: what a suspension was refused with, perhaps. */
    private T element;

    /** Once the body is suspended: whether it has yielded an element, and not another generator whole. */
    private boolean hasYielded;

    private boolean hasBegun;

    /** What the bodies are to find thrown while this is being closed; else null. */
    private Closing closing;

    /** Whether the body was told that it is closed: once only, since its {@code finally} blocks may yield others. */
    private boolean isTold;

    /** What is run to find the next element of this one. */
    private Generator<? extends T> active = this;

    /** Which gets what this one yields; itself, unless it is yielded whole. */
    private Generator<? super T> outermost = this;

    /** The one that yields this one whole and goes on when it has ended; or null. */
    private Generator<? super T> awaiting;

    /** What the one that was yielded whole has thrown; or null. */
    private Throwable failure;

    /**
     * Code that yields elements.
     *
     * @param <T> the type of the elements
     */
    @FunctionalInterface
    public interface Body<T> {
        /** Called once, when the first element is asked for. */
        void run(Output<T> out) throws Exception;
    }

    /** Code that yields elements by {@link #produce}. */
    @FunctionalInterface
    public interface Action {
        /** Called once, when the first element is asked for. */
        void run() throws Exception;
    }

    /** Tells the generators among the scopes of continuations. */
    static final class Scope extends ContinuationScope {
        private final Generator<?> owner;

        Scope(Generator<?> owner) {
            super("generator");
            this.owner = owner;
        }
    }

    /**
     * Runs the body's {@code finally} blocks; not an exception, so that no handler for these takes it. A
     * {@code try}-with-resources statement adds what its resources throw.
     */
    private static final class Closing extends Error {
        private static final long serialVersionUID = 1;

        private Closing() {
            super("the generator is closed", null, true, false);
        }

        /** What resources have thrown, the first with the others; null if nothing. */
        Throwable ofResources() {
            Throwable first = null;
            for (Throwable each : getSuppressed()) {
                if (first == null) {
                    first = each;
                } else if (each != first) {
                    first.addSuppressed(each);
                }
            }
            return first;
        }
    }

    /**
     * Where the body puts elements; to be used in the body, and in what it calls, at any depth.
     *
     * @param <T> the type of the elements
     */
    public static final class Output<T> {
        private final Generator<T> generator;

        private Output(Generator<T> generator) {
            this.generator = generator;
        }

        /**
         * Gives an element, which may be null, and waits until the next one is asked for.
         *
         * @throws NotInScopeException if the caller is not in the body
         * @throws PinnedException if something between the body and the caller cannot be suspended
         */
        public void yield(T element) {
            generator.put(element);
        }

        /** The twin of {@link #yield}. */
        public void yield$weft(T element, CarrierContext context) {
            generator.put$weft(element, context);
        }

        /**
         * Yields all elements, as if by a loop. Those of a generator, which it takes over, cost the same however deep
         * generators yield one another in this way: the generator's own code runs when the element is asked for, and
         * nothing else.
         *
         * @throws NotInScopeException if the caller is not in the body
         * @throws NotResumableException if the elements are those of a generator that somebody else asks or yields
         * @throws PinnedException if something between the body and the caller cannot be suspended
         */
        @SuppressWarnings("unchecked")
        public void yieldAll(Iterable<? extends T> elements) {
            if (elements instanceof Generator<?>) {
                generator.putAll((Generator<? extends T>) elements);
                return;
            }
            for (T each : elements) {
                generator.put(each);
            }
        }
    }

    /**
     * A generator whose body has not begun.
     *
     * @throws NullPointerException if the body is null
     */
    public Generator(Body<T> body) {
        Objects.requireNonNull(body, "body");
        continuation = new Continuation(scope, () -> {
            try {
                body.run(new Output<>(this));
            } catch (Exception e) {
                throw unchecked(e);
            }
        });
    }

    /**
     * A generator whose body has not begun, and yields by {@link #produce}.
     *
     * @throws NullPointerException if the body is null
     */
    public Generator(Action body) {
        this(withoutOutput(Objects.requireNonNull(body, "body")));
    }

    private static <T> Body<T> withoutOutput(Action body) {
        return out -> body.run();
    }

    private static RuntimeException unchecked(Exception e) {
        return e instanceof RuntimeException ? (RuntimeException) e : new UndeclaredThrowableException(e);
    }

    // ------------------------------------------------------------------------------------------- the body's side

    /**
     * Yields an element of the innermost generator in whose body the caller is. The compiler does not know of what type
     * that one's elements are: {@link Output#yield} is safer.
     *
     * @throws NotInScopeException if the caller is in none
     * @throws PinnedException if something between the body and the caller cannot be suspended
     */
    @SuppressWarnings("unchecked")
    public static void produce(Object element) {
        Scope innermost = (Scope) Continuation.innermostScope(Scope.class);
        if (innermost == null) {
            throw new NotInScopeException("not in a generator");
        }
        ((Generator<Object>) innermost.owner).put(element);
    }

    /** A plain copy, which cannot be left. */
    private void put(T next) {
        checkInBody();
        Continuation.suspend(scope);
    }

    /**
     * The twin of {@link #put}. It is left for good: the body goes on itself, or finds {@link Closing} thrown there. So
     * an element costs two frames less. Whether it was refused shows later: see {@link #hasYielded}.
     */
    private void put$weft(T next, CarrierContext context) {
        ContinuationImpl.suspend(scope, context);
        outermost.element = next;
        hasYielded = true;
    }

    private void checkInBody() {
        if (Continuation.current(scope) == null) {
            throw new NotInScopeException("not in the body of " + this);
        }
    }

    @SuppressWarnings("unchecked")
    private void putAll(Generator<? extends T> elements) {
        checkInBody();
        Generator<T> other = (Generator<T>) elements;
        other.claim();
        try {
            if (other.state == READY) {
                putReady(other);
            }
            if (other.state != ENDED) {
                await(other);
            }
        } finally {
            IS_ASKED.setRelease(other, false);
        }
    }

    /** Yields the element that was found already; it stays the other one's where this body cannot be left. */
    private void putReady(Generator<T> other) {
        T ready = other.take();
        try {
            put(ready);
        } catch (PinnedException e) {
            other.element = ready;
            other.state = READY;
            throw e;
        }
    }

    private void await(Generator<T> other) {
        Generator<? super T> asked = outermost;
        other.awaiting = this;
        asked.active = other.active;
        hasYielded = false;
        try {
            Continuation.suspend(scope);
        } catch (PinnedException e) {
            other.awaiting = null;
            asked.active = this;
            throw e;
        }
        Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            Generator.<RuntimeException>sneak(thrown);
        }
    }

    /** Bodies throw nothing that is checked. */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    // ------------------------------------------------------------------------------------------- who asks

    private static VarHandle isAsked() {
        try {
            return MethodHandles.lookup().findVarHandle(Generator.class, "isAsked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private void claim() {
        if (IS_ASKED.compareAndSet(this, false, true)) {
            return;
        }
        if (isDropped()) {
            // it is nobody's any more
            ended();
        } else {
            throw new NotResumableException(
                    NotResumableException.Reason.RUNNING, "the generator is asked or yielded already: " + this);
        }
    }

    /** Whether whoever asks it was dropped with the body, by a {@link Continuation#unwindAndInvoke} further out. */
    private boolean isDropped() {
        return isAsked && active.continuation.isDropped();
    }

    private T take() {
        T taken = element;
        element = null;
        if (state == READY) {
            state = UNKNOWN;
        }
        return taken;
    }

    /** To be called by its owner. */
    private boolean find() {
        return state == READY || state != ENDED && run();
    }

    /** Runs the innermost until there is an element, or all have ended. */
    @SuppressWarnings("unchecked")
    private boolean run() {
        for (; ; ) {
            Generator<? extends T> next = active;
            next.outermost = this;
            next.hasBegun = true;
            Throwable thrown = null;
            try {
                Closing told = next.isTold ? null : closing;
                next.isTold |= told != null;
                if (!(told != null && next.failure == null ? next.continuation.run(told) : next.continuation.run())) {
                    if (next.hasYielded) {
                        state = READY;
                        return true;
                    }
                    // it yields another one whole, which is the innermost now
                    continue;
                }
            } catch (Throwable t) {
                if (!next.continuation.isDone()) {
                    // it holds monitors of another thread, which may go on with it
                    throw t;
                }
                thrown = t;
            }
            Generator<?> waiting = next.ended();
            if (waiting == null) {
                element = null;
                if (thrown != null) {
                    Generator.<RuntimeException>sneak(thrown);
                }
                return false;
            }
            waiting.failure = thrown;
            active = (Generator<? extends T>) waiting;
        }
    }

    /** Returns who goes on, or null. */
    private Generator<? super T> ended() {
        Generator<? super T> waiting = awaiting;
        awaiting = null;
        active = this;
        state = ENDED;
        return waiting;
    }

    /**
     * Whether there is another element: runs the body up to it, unless that was done.
     *
     * @throws NotResumableException if somebody else, the body perhaps, asks or yields this generator, or if the body
     *     waits with a monitor held that another thread has entered, which alone can go on with it
     */
    @Override
    public boolean hasNext() {
        int known = state;
        if (known != UNKNOWN) {
            return known == READY;
        }
        claim();
        try {
            return find();
        } finally {
            IS_ASKED.setRelease(this, false);
        }
    }

    /**
     * The next element.
     *
     * @throws NoSuchElementException if there is none
     * @throws NotResumableException if somebody else, the body perhaps, asks or yields this generator
     */
    @Override
    public T next() {
        claim();
        try {
            if (!find()) {
                throw new NoSuchElementException();
            }
            return take();
        } finally {
            IS_ASKED.setRelease(this, false);
        }
    }

    /** This generator: there is one sequence of elements only. */
    @Override
    public Iterator<T> iterator() {
        return this;
    }

    /** The elements that are left, in their order; their number is unknown. */
    @Override
    public Spliterator<T> spliterator() {
        return Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED);
    }

    /** The elements that are left, in a sequential stream that closes the generator when it is closed. */
    public Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false).onClose(this::close);
    }

    /**
     * Ends the sequence, and has the body go on with an error at the place where it waits, so that its {@code finally}
     * blocks run. What they throw, or what the resources of its {@code try} statements throw when they are closed, is
     * thrown here as an exception of the body is. Does nothing if the body has not begun, or has ended.
     *
     * @throws NotResumableException if somebody, the body perhaps, asks or yields this generator at the moment, or if
     *     the body waits with a monitor held that another thread has entered, which alone can close it
     * @throws IllegalStateException if the body yields nevertheless; it does not go on any more
     */
    @Override
    public void close() {
        if (state == ENDED) {
            return;
        }
        Closing own = new Closing();
        claim();
        if (state == ENDED) {
            IS_ASKED.setRelease(this, false);
            return;
        }
        try {
            for (Generator<?> each = active; each != null; each = each.awaiting) {
                each.continuation.checkThread();
            }
        } catch (NotResumableException e) {
            IS_ASKED.setRelease(this, false);
            throw e;
        }
        try {
            element = null;
            state = UNKNOWN;
            closing = own;
            if (hasBegun && run()) {
                throw new IllegalStateException("the body has yielded while it was closed: " + this);
            }
        } catch (Closing e) {
            // that of another one, in whose body this is closed, is not for this one
            Throwable thrown = e == own ? own.ofResources() : e;
            if (thrown != null) {
                Generator.<RuntimeException>sneak(thrown instanceof Exception ? unchecked((Exception) thrown) : thrown);
            }
        } finally {
            element = null;
            state = ENDED;
            IS_ASKED.setRelease(this, false);
        }
    }

    /** Tells the state. A snapshot. */
    @Override
    public String toString() {
        return "Generator["
                + (state == ENDED || isDropped() ? "ended" : isAsked ? "asked" : hasBegun ? "suspended" : "new") + "]";
    }
}
