package dev.weft;

/**
 * The scope of continuations that pass values: {@code I} in, at each run, and {@code O} out, at each suspension.
 * Immutable.
 *
 * @param <I> what the caller of {@code run} passes in
 * @param <O> what a suspension passes out
 */
@SuppressWarnings("UnusedTypeParameter") // they tie suspend to run
public final class TypedScope<I, O> extends ContinuationScope {
    /**
     * A new scope.
     *
     * @param name what messages call it
     * @throws NullPointerException if the name is null
     */
    public TypedScope(String name) {
        super(name);
    }
}
