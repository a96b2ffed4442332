package jdk.internal.weft.fiber;

/**
 * Which threads become fibers: {@code -Dweft.threads=all} (the default: all threads that application and library code
 * starts), {@code virtual} (only those that ask) or {@code none}.
 */
final class Policy {
    private static final String MODE = System.getProperty("weft.threads", "all");

    private static final String[] JDK_INTERNAL = {"jdk.", "sun.", "com.sun.", "java.lang.ref."};

    private Policy() {}

    /** False if no thread at all may become a fiber. */
    static boolean isOn() {
        return !MODE.equals("none");
    }

    /** Whether an eligible thread becomes a fiber. */
    static boolean isLightweight(Thread thread) {
        if (!MODE.equals("all")) {
            return false;
        }
        if (thread.getClass() == Thread.class) {
            return true;
        }
        String name = thread.getClass().getName();
        for (String prefix : JDK_INTERNAL) {
            if (name.startsWith(prefix) && thread.getClass().getModule().isNamed()) {
                return false;
            }
        }
        return true;
    }
}
