package dev.weft.bench.macro;

/**
 * A real program, unchanged, and a load for it. {@link Child} opens it, lets {@link #workers} threads call
 * {@link #unit} for a while, checks it, and closes it. Each implementation has a constructor without arguments.
 */
public interface MacroProgram {
    /** Starts what the program needs. The time until this returns is the program's start. */
    void open(Place place) throws Exception;

    /** Prepares the load, after the program has started and before the measurement begins. */
    default void prepare() throws Exception {}

    /** Called when the measurement begins, before the workers start. */
    default void begin() throws Exception {}

    /** How many threads call {@link #unit}. None, if all load comes from other processes. */
    default int workers() {
        return 4;
    }

    /** How many different units of work there are; at least one. */
    default int kinds() {
        return 1;
    }

    /**
     * Does one unit of work. Workers call this at the same time.
     *
     * @param worker the number of the calling thread, from 0
     * @param kind which unit of {@link #kinds}, from 0
     * @return the result, always the same for the same kind: all runtimes must agree
     */
    long unit(int worker, int kind) throws Exception;

    /** How many units a call counts for; 0 if the program tells {@link Place#curve} itself what was done. */
    default int unitsPerCall() {
        return 1;
    }

    /**
     * Checks, after the last unit, what single units cannot see. Throws if something is wrong.
     *
     * @param calls how often {@link #unit} has returned
     * @return a sum of results that does not depend on how much was done
     */
    default long check(long calls) throws Exception {
        return 0;
    }

    /** Stops what was started. */
    default void close() throws Exception {}
}
