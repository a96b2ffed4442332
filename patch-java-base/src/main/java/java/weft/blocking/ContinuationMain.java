package java.weft.blocking;

/** The outermost method of every continuation. Woven, as everything in this package is. */
public final class ContinuationMain {
    private ContinuationMain() {}

    /** Runs the target. */
    public static void run(Runnable target) {
        target.run();
    }
}
