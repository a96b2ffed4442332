package jdk.internal.weft;

import jdk.internal.module.Modules;

/** Exports the packages that woven code of all modules uses; a patch cannot change the descriptor of java.base. */
public final class Exports {
    private Exports() {}

    /** Called at the end of the module system's start. */
    public static void publish() {
        Module base = Object.class.getModule();
        Modules.addExports(base, "java.weft");
        Modules.addExports(base, "dev.weft");
        // woven calls reach these helpers by name, from every module
        Modules.addExports(base, "jdk.internal.weft.blocking");
        Modules.addExports(base, "jdk.internal.weft.reflect");
        Modules.addExports(base, "jdk.internal.weft.management");
    }
}
