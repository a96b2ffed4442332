package dev.weft.bench.peer;

/** Something that is set up once, does many operations, and is taken down. Used by one thread. */
@FunctionalInterface
public interface Shape extends AutoCloseable {
    /**
     * Does so many operations.
     *
     * @return how many operations the threads, fibers or coroutines themselves have counted; another number than was
     *     asked for fails the measurement
     */
    long run(int operations) throws Exception;

    /** Ends what was set up. */
    @Override
    default void close() {}

    /** Makes shapes by name. */
    @FunctionalInterface
    interface Factory {
        /**
         * Sets up a shape.
         *
         * @param size of what stands during all operations, such as the members of a ring
         * @return null if there is none of that name
         */
        Shape open(String name, int size) throws Exception;
    }
}
