package java.util.concurrent;

/** What JDK 19 added to {@link ForkJoinPool}, into which the weaver merges it. */
abstract class ForkJoinPoolMixin extends ForkJoinPool {
    private ForkJoinPoolMixin() {}

    /** As {@link ExecutorService}'s; does nothing to the common pool, which never ends. */
    public void close() {
        if (this != common) {
            Closing.close(this);
        }
    }
}
