package jdk.internal.weft.agent;

import jdk.internal.misc.VM;

/**
 * A security manager of the program's own class that the VM installs before any class is woven
 * ({@code -Djava.security.manager=CLASS}). It has no twins, so that fibers would be asked by the checks of {@code
 * SecurityManager} in place of its own: they would be allowed what it refuses.
 */
public final class ManagerAtStart {
    private ManagerAtStart() {}

    /** Whether there is one: then no thread is a fiber, whatever else is said. */
    public static boolean decides() {
        return className() != null;
    }

    /** The name of its class; null if there is none. */
    public static String className() {
        String given = VM.getSavedProperty("java.security.manager");
        if (given == null) {
            return null;
        }
        return switch (given) {
            case "", "default", "allow", "disallow", "java.lang.SecurityManager" -> null;
            default -> given;
        };
    }
}
