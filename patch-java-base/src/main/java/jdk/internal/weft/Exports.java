package jdk.internal.weft;

import jdk.internal.module.Modules;

/** Exports the packages that woven code of all modules uses; a patch cannot change the descriptor of java.base. */
public final class Exports {
    // woven calls reach the helpers in these by name, from every module
    private static final String[] PACKAGES = {
        "java.weft", "dev.weft", "java.weft.blocking", "java.weft.reflect", "jdk.internal.weft.management"
    };

    private Exports() {}

    /** True for the packages that all code may use. */
    public static boolean isPublished(String name) {
        for (String each : PACKAGES) {
            if (each.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Called at the end of the module system's start. */
    public static void publish() {
        Module base = Object.class.getModule();
        for (String each : PACKAGES) {
            Modules.addExports(base, each);
        }
    }
}
