package dev.weft;

import java.util.Objects;

/**
 * A symmetric coroutine: one of those among which a thread takes turns. The coroutines of a thread are in a ring; to
 * yield is to go on with the next one. The thread itself, that which is in no coroutine's {@code run}, is the first in
 * its ring.
 *
 * <p>A coroutine belongs to the thread that has made it, and comes next after the one that makes it. It leaves the ring
 * when its {@code run} has ended; whatever that throws is given to the thread's handler of uncaught exceptions, and the
 * next one goes on. When a thread ends, its coroutines that have not ended are dropped, as suspended continuations are;
 * so they are if the thread itself never yields again.
 *
 * <pre>{@code
 * Coroutine coroutine = new Coroutine(() -> {
 *     System.out.println("2");
 *     Coroutine.yield();
 *     System.out.println("4");
 * });
 * System.out.println("1");
 * Coroutine.yield();
 * System.out.println("3");
 * Coroutine.yield();
 * System.out.println("5");
 * }</pre>
 *
 * <p>Used by one thread, or fiber, only: all others are refused. A fiber that parks in a coroutine parks as a whole; no
 * other coroutine of it runs meanwhile. So all of a ring happens in the order of its thread.
 *
 * <p>Source: Stadler, Wimmer and W&uuml;rthinger, "Efficient Coroutines for the Java Platform", PPPJ 2010, "Symmetric
 * coroutines". There, {@code yield} is called by its simple name, which Java 14 and later do not allow.
 */
public class Coroutine {
    static final ContinuationScope SCOPE = new ContinuationScope("coroutine");

    private static final ThreadLocal<Ring> RING = new ThreadLocal<>();

    private final Ring ring;
    private final Runnable target;

    /** Null for the thread itself. */
    private final Body body;

    /** The neighbours in the ring; null when it has ended. */
    private Coroutine next;

    private Coroutine previous;

    /** The coroutines of one thread. */
    private static final class Ring {
        final Thread thread = Thread.currentThread();
        final Coroutine first = new Coroutine(this);

        /** Whose turn it is. */
        Coroutine current = first;

        /** Whose turn it will be once {@link #current} is suspended. */
        Coroutine wanted;

        /** Whether {@link #current} is to be moved behind {@link #wanted}. */
        boolean moves;

        static Ring ofThread() {
            Ring known = RING.get();
            if (known == null) {
                known = new Ring();
                RING.set(known);
            }
            return known;
        }

        void insert(Coroutine added, Coroutine before) {
            added.next = before.next;
            added.previous = before;
            before.next.previous = added;
            before.next = added;
        }

        void remove(Coroutine removed) {
            removed.previous.next = removed.next;
            removed.next.previous = removed.previous;
            removed.next = null;
            removed.previous = null;
        }

        /** What had its turn was dropped with who has run it, by {@link Continuation#unwindAndInvoke}. */
        void forgetDropped() {
            remove(current);
            current = first;
        }

        void turn() {
            Coroutine left = current;
            current = wanted;
            wanted = null;
            if (moves) {
                moves = false;
                remove(left);
                insert(left, current);
            }
        }

        /** Runs what has its turn until it is the thread's own. */
        void run() {
            while (current != first) {
                Coroutine running = current;
                boolean isDone;
                Throwable thrown = null;
                try {
                    isDone = running.body.run();
                } catch (Throwable t) {
                    isDone = running.body.isDone();
                    if (!isDone) {
                        // it has not had its turn: the stack has ended, for instance
                        current = first;
                        throw t;
                    }
                    thrown = t;
                }
                if (isDone) {
                    current = running.next;
                    remove(running);
                } else {
                    turn();
                }
                if (thrown != null) {
                    Uncaught.tell(thread, thrown);
                }
            }
        }
    }

    /** Tells whose continuation it is. */
    private static final class Body extends Continuation {
        final Coroutine owner;

        Body(Coroutine owner) {
            super(SCOPE, new Start(owner));
            this.owner = owner;
        }
    }

    private record Start(Coroutine owner) implements Runnable {
        @Override
        public void run() {
            owner.run();
        }
    }

    /** A coroutine of the calling thread whose heir says what it runs. */
    public Coroutine() {
        this((Runnable) null, false);
    }

    /**
     * A coroutine of the calling thread that runs the target.
     *
     * @throws NullPointerException if the target is null
     */
    public Coroutine(Runnable target) {
        this(Objects.requireNonNull(target, "target"), true);
    }

    /** The flag only tells the constructors apart. */
    private Coroutine(Runnable target, boolean hasTarget) {
        this.target = target;
        ring = Ring.ofThread();
        body = new Body(this);
        ring.insert(this, ring.current);
    }

    /** The thread itself. */
    private Coroutine(Ring ring) {
        this.ring = ring;
        target = null;
        body = null;
        next = this;
        previous = this;
    }

    /** What it does; called when it has its first turn. Runs the target, if there is one. */
    protected void run() {
        if (target != null) {
            target.run();
        }
    }

    /** The one that the caller is in; for a thread in none of its coroutines, what stands for the thread itself. */
    public static Coroutine current() {
        Body innermost = (Body) Continuation.current(SCOPE);
        return innermost == null ? Ring.ofThread().first : innermost.owner;
    }

    /**
     * Goes on with the next coroutine of the ring, and returns when it is the caller's turn again; at once if there is
     * no other.
     *
     * @throws CoroutineException if the caller is in an asymmetric coroutine, or in a coroutine of another thread
     * @throws PinnedException if something between {@code run} and the caller cannot be suspended
     */
    public static void yield() {
        Coroutine from = caller();
        if (from.next != from) {
            from.leave(from.next, false);
        }
    }

    /**
     * Goes on with that coroutine, behind which the caller's is moved in the ring; returns when it is the caller's turn
     * again.
     *
     * @throws NullPointerException if the target is null
     * @throws CoroutineException if the target is the caller itself, has ended, or is of another thread; or if the
     *     caller is in an asymmetric coroutine, or in a coroutine of another thread
     * @throws PinnedException if something between {@code run} and the caller cannot be suspended
     */
    public static void yieldTo(Coroutine target) {
        Objects.requireNonNull(target, "target");
        Coroutine from = caller();
        if (target.ring != from.ring) {
            throw new CoroutineException(
                    CoroutineException.Reason.OTHER_THREAD,
                    target + " belongs to thread " + target.ring.thread.getName() + ", not to "
                            + from.ring.thread.getName());
        }
        if (target == from) {
            throw new CoroutineException(CoroutineException.Reason.SELF, target + " is to yield to itself");
        }
        if (target.isFinished()) {
            throw new CoroutineException(CoroutineException.Reason.FINISHED, target + " has ended");
        }
        from.leave(target, true);
    }

    private static Coroutine caller() {
        Continuation innermost = Continuation.innermost(SCOPE, AsymCoroutine.SCOPE);
        if (innermost != null && !(innermost instanceof Body)) {
            throw new CoroutineException(
                    CoroutineException.Reason.IN_ASYMMETRIC,
                    "an asymmetric coroutine cannot yield, but return: " + innermost);
        }
        Ring ring = Ring.ofThread();
        Coroutine caller = innermost == null ? ring.first : ((Body) innermost).owner;
        if (caller.ring != ring) {
            throw new CoroutineException(
                    CoroutineException.Reason.OTHER_THREAD,
                    caller + " belongs to thread " + caller.ring.thread.getName() + ", but runs in "
                            + ring.thread.getName());
        }
        if (ring.current.isFinished()) {
            ring.forgetDropped();
        }
        if (ring.current != caller) {
            throw new CoroutineException(
                    CoroutineException.Reason.NOT_CURRENT,
                    "it is not the turn of " + caller + ", but of " + ring.current
                            + ", which was suspended with a continuation around it");
        }
        return caller;
    }

    private void leave(Coroutine to, boolean moves) {
        ring.wanted = to;
        ring.moves = moves;
        if (body == null) {
            ring.turn();
            ring.run();
        } else {
            // who runs it takes the turn
            Continuation.suspend(SCOPE);
        }
    }

    /** True once {@code run} has ended. */
    public final boolean isFinished() {
        return body != null && body.isDone();
    }

    /** Names class and thread, and tells whether it has ended. */
    @Override
    public String toString() {
        return (body == null ? "Thread" : getClass().getSimpleName()) + "[" + ring.thread.getName()
                + (isFinished() ? ", finished" : "") + "]";
    }
}
