package dev.weft;

import java.lang.invoke.MethodHandle;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.weft.CarrierContext;
import jdk.internal.weft.continuation.ContinuationImpl;

/**
 * A one-shot delimited continuation: a computation that can suspend itself at any depth and is resumed by whoever calls
 * {@link #run} again, on whatever thread, which may be a fiber or a platform thread. While it holds a monitor (in a
 * {@code synchronized} method or block), that must be the thread that has entered it: see below.
 *
 * <p>While it runs, it is part of the thread that has called {@code run}: {@code Thread.currentThread()}, thread locals
 * and locks are that thread's. If a fiber parks inside of a continuation, the fiber is parked, with all continuations
 * that it is in; a platform thread blocks. Continuations may be nested; {@code suspend} leaves all those within the one
 * that it suspends as they are, and the next {@code run} of that one goes on where {@code suspend} was called.
 *
 * <p>What cannot be left keeps the continuation <em>pinned</em>: a frame of native code, of a class initializer, or any
 * other that Weft cannot suspend, between {@code suspend} and {@code run}, and the monitor of a class loader or of a
 * platform thread's {@code Thread}. Then {@code suspend} throws a {@link PinnedException}, which names the frame, and
 * nothing has happened.
 *
 * <p>Other monitors that it holds when it is suspended stay with the thread that ran it. Other threads find them owned,
 * that thread may enter them again, and it alone can run the continuation: others get a {@link NotResumableException}
 * before anything has run. If the thread ends before, the monitors are released, and nobody can run the continuation
 * any more; a continuation that is merely dropped keeps its monitors until then.
 *
 * <p>Information passes both ways at a suspension: out by the consumer of
 * {@link #suspend(ContinuationScope, Consumer)}, which is given the continuation, in by the continuation that this
 * method returns; heirs of this class carry it in fields. {@link TypedContinuation} is an heir that passes one value in
 * each direction.
 *
 * <p>Thread-safe: of threads that call {@code run} at the same time one runs it, and the others get the exception. What
 * was done in it before it was suspended happens-before what is done after it is resumed, by whatever thread. A
 * continuation that is dropped while it is suspended is garbage; its {@code finally} blocks do not run. What a method
 * has referred to that has returned since the continuation was resumed may be reachable until it suspends once more, or
 * ends.
 *
 * <p>Source: Pressler, "Fibers and Continuations for the Java Virtual Machine" (project Loom's proposal),
 * "Continuations".
 */
public class Continuation implements Cloneable {
    // The class is woven, but the methods that can suspend have twins written by hand: one frame less for each
    // suspension

    /** Not written once there is a reference to this. */
    private ContinuationImpl delimited;

    /**
     * A continuation that has not begun.
     *
     * @param scope what it is delimited by
     * @param target what it runs
     * @throws NullPointerException if either is null
     */
    public Continuation(ContinuationScope scope, Runnable target) {
        if (scope == null) {
            throw new NullPointerException("scope");
        }
        if (target == null) {
            throw new NullPointerException("target");
        }
        delimited = new ContinuationImpl(scope, target, this);
    }

    /**
     * Runs it until it suspends or ends. Whatever its target throws is thrown here, and ends it; so is what the
     * consumer throws that it was suspended with, and that does not end it.
     *
     * @return true if it has ended, false if it was suspended, even if the consumer with which it was suspended has run
     *     it to its end since: {@link #isDone} tells
     * @throws NotResumableException if it runs already, in this thread or in another, or has ended, or holds monitors
     *     of another thread
     */
    public final boolean run() {
        return delimited.run();
    }

    /** The twin of {@link #run}. */
    public final boolean run$weft(CarrierContext context) {
        return delimited.run(context);
    }

    /** The same, but if it is suspended, it finds that thrown where it is. */
    final boolean run(Throwable thrown) {
        return delimited.run(thrown);
    }

    /** The twin of {@link #run(Throwable)}. */
    final boolean run$weft(Throwable thrown, CarrierContext context) {
        return delimited.run(thrown, context);
    }

    /**
     * Suspends the innermost continuation of that scope in which the caller is: its {@code run} returns. Returns when
     * {@code run} is called again.
     *
     * @throws NotInScopeException if the caller is in none
     * @throws PinnedException if it is pinned
     */
    public static void suspend(ContinuationScope scope) {
        ContinuationImpl.suspendPlainly(scope);
    }

    /** The twin of {@link #suspend(ContinuationScope)}. */
    public static void suspend$weft(ContinuationScope scope, CarrierContext context) {
        ContinuationImpl.suspend(scope, context);
    }

    /**
     * Suspends the innermost continuation of that scope in which the caller is, and has the caller of its {@code run}
     * pass it to a consumer before {@code run} returns: when the consumer is called, the continuation is suspended
     * already. The consumer may itself block, suspend continuations further out, and run this one.
     *
     * @param consumer takes the continuation, or null for nothing to be done
     * @return the continuation that was suspended, once it is run again
     * @throws NotInScopeException if the caller is in none
     * @throws PinnedException if it is pinned; the consumer is not called
     */
    public static Continuation suspend(ContinuationScope scope, Consumer<? super Continuation> consumer) {
        ContinuationImpl.suspendPlainly(scope);
        return null;
    }

    /** The twin of {@link #suspend(ContinuationScope, Consumer)}. */
    @SuppressWarnings("unchecked")
    public static Continuation suspend$weft(
            ContinuationScope scope, Consumer<? super Continuation> consumer, CarrierContext context) {
        ContinuationImpl.suspend(scope, (Consumer<Object>) (Consumer<?>) consumer, context);
        return null;
    }

    /**
     * Whether {@code suspend} of that scope would be refused here and now. To ask costs as much as to suspend and
     * resume, and does not call anybody.
     *
     * @throws NotInScopeException if the caller is in no continuation of that scope
     */
    public static boolean isPinned(ContinuationScope scope) {
        return ContinuationImpl.isPinnedPlainly(scope);
    }

    /** The twin of {@link #isPinned}. */
    public static boolean isPinned$weft(ContinuationScope scope, CarrierContext context) {
        return ContinuationImpl.isPinned(scope, context);
    }

    /**
     * Leaves all frames of the innermost continuation of that scope in which the caller is for good, and calls a method
     * handle in their place: when that returns, or throws, the continuation has ended. So the handle's method may do
     * the same again, any number of times, with a stack that does not grow: a tail call. Does not return.
     *
     * <p>The frames run neither {@code catch} nor {@code finally} blocks. The monitors that they hold are released, as
     * if by leaving the {@code synchronized} blocks; locks of other kinds are not. Continuations further in have ended.
     *
     * @param arguments what the handle is called with, as by {@link MethodHandle#invokeWithArguments(Object...)}; its
     *     result is dropped
     * @throws NotInScopeException if the caller is in none
     * @throws PinnedException if something other than a monitor pins it, or the call in which the caller is was made
     *     under a monitor, and a suspension was refused in that call before
     * @throws NullPointerException if the handle or the array is null
     */
    public static void unwindAndInvoke(ContinuationScope scope, MethodHandle handle, Object... arguments) {
        ContinuationImpl.dropPlainly(scope);
    }

    /** The twin of {@link #unwindAndInvoke}. */
    public static void unwindAndInvoke$weft(
            ContinuationScope scope, MethodHandle handle, Object[] arguments, CarrierContext context) {
        Objects.requireNonNull(handle, "handle");
        ContinuationImpl.drop(scope, handle, arguments.clone(), context);
    }

    /**
     * A copy of this continuation, which is suspended or has not begun: it goes on from the same place, independently.
     * So a place can be resumed more than once. The copy is shallow: it has local variables of its own, which refer to
     * the same objects, as do the fields of an heir.
     *
     * @throws NotCloneableException if it runs, has ended, holds a monitor, was lent a value by a
     *     {@link ProcessorLocal}, or was suspended from within another continuation
     */
    public final Continuation copy() {
        return copy(null);
    }

    /**
     * A copy whose local variables refer to other objects.
     *
     * @param copier called once for each object to which the local variables, parameters, operands and receivers of the
     *     suspended frames refer; returns what the copy's are to refer to, of the same class or an heir of it, or its
     *     argument for what is to be shared. Null shares all
     * @throws NotCloneableException if it runs, has ended, holds a monitor, was lent a value by a
     *     {@link ProcessorLocal}, or was suspended from within another continuation
     * @throws ClassCastException if the copier returns an object of another class
     */
    public final Continuation copy(UnaryOperator<Object> copier) {
        try {
            Continuation made = (Continuation) super.clone();
            made.delimited = delimited.copy(made, copier, ProcessorLocal.class);
            made.isCopied();
            return made;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    /** This is a copy: its fields are still those of the one that it was made of. */
    void isCopied() {}

    /**
     * Refuses: see {@link #copy()}.
     *
     * @throws CloneNotSupportedException always
     */
    @Override
    protected final Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException("use copy()");
    }

    /** The innermost continuation of that scope in which the caller is, or null if it is in none. */
    public static Continuation current(ContinuationScope scope) {
        return (Continuation) ContinuationImpl.current(scope);
    }

    /** The innermost continuation of one of two scopes in which the caller is, or null. */
    static Continuation innermost(ContinuationScope one, ContinuationScope other) {
        return (Continuation) ContinuationImpl.current(one, other);
    }

    /** The innermost scope of that class in which the caller is, or null. */
    static ContinuationScope innermostScope(Class<? extends ContinuationScope> type) {
        return (ContinuationScope) ContinuationImpl.innermostScope(type);
    }

    /** Refuses, as {@link #run} would, if it holds monitors of another thread than the caller. */
    final void checkThread() {
        delimited.checkThread();
    }

    /** True once its target has returned, or has thrown. A snapshot. */
    public final boolean isDone() {
        return delimited.isDone();
    }

    /** Whether it was dropped together with the call of {@link #run}, by an {@link #unwindAndInvoke} further out. */
    final boolean isDropped() {
        return delimited.isDropped();
    }

    /**
     * Where it is suspended: its frames from the call of {@code suspend} to its target, innermost first, with those of
     * continuations that were suspended with it. Empty if it has not begun, or has ended. A {@code run} at the same
     * time waits for a moment.
     *
     * @throws NotResumableException if it runs
     */
    public final StackTraceElement[] getStackTrace() {
        return delimited.trace();
    }

    /** Names scope and state. A snapshot. */
    @Override
    public String toString() {
        return "Continuation[" + delimited + "]";
    }
}
