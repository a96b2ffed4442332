package dev.weft;

/** Tells a thread's handler what nobody has caught, where the thread goes on. */
final class Uncaught {
    private Uncaught() {}

    /** What the handler throws itself is ignored, as when a thread ends (JLS 11.3). */
    static void tell(Thread thread, Throwable thrown) {
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable ofHandler) {
            // nobody else is there
        }
    }
}
