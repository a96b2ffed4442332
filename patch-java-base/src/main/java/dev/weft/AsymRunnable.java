package dev.weft;

/**
 * What an {@link AsymCoroutine} runs.
 *
 * <p>Source: Stadler, Wimmer and W&uuml;rthinger, "Efficient Coroutines for the Java Platform", PPPJ 2010.
 *
 * @param <I> what the coroutine is called with
 * @param <O> what it returns
 */
@FunctionalInterface
public interface AsymRunnable<I, O> {
    /**
     * Called by the first call of the coroutine.
     *
     * @param coroutine the coroutine, to return to its caller
     * @param value what it was called with
     * @return what the last call gets
     */
    O run(AsymCoroutine<? extends I, ? super O> coroutine, I value);
}
