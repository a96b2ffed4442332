package jdk.internal.weft;

import jdk.internal.module.Modules;

/**
 * Exports the packages that woven code of all modules uses; a patch cannot change the descriptor of java.base.
 *
 * <p>All but the API are exported in the VM only: byte code may name their classes, and what is not woven code is kept
 * from that when it is loaded. Reflection and method handles ask {@code Module}, which knows of no such export.
 */
public final class Exports {
    /** What programs may use. */
    private static final String API = "dev.weft";

    /** What woven code names. */
    private static final String[] FOR_WOVEN_CODE = {
        "java.weft", "java.weft.blocking", "java.weft.entry", "java.weft.reflect", "jdk.internal.weft.management"
    };

    private Exports() {}

    /** True for the packages whose classes a security manager lets all code load. */
    public static boolean isPublished(String name) {
        for (String each : FOR_WOVEN_CODE) {
            if (each.equals(name)) {
                return true;
            }
        }
        return name.equals(API);
    }

    /** Called at the end of the module system's start. */
    public static void publish() {
        Module base = Object.class.getModule();
        Modules.addExports(base, API);
        for (String each : FOR_WOVEN_CODE) {
            JdkAccess.addExportsToAll0(base, base, each);
        }
    }
}
