package jdk.internal.weft;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import jdk.internal.module.Modules;

/** Exports the packages that woven code of all modules uses; a patch cannot change the descriptor of java.base. */
public final class Exports {
    private static final BiFunction<Module, Module, Map<String, Boolean>> NEW_MAP = new NewMap();

    private Exports() {}

    /** The map of a pair of modules that has none yet, as {@code Module} makes it. */
    public static BiFunction<Module, Module, Map<String, Boolean>> newMap() {
        return NEW_MAP;
    }

    private static final class NewMap implements BiFunction<Module, Module, Map<String, Boolean>> {
        @Override
        public Map<String, Boolean> apply(Module from, Module to) {
            return new ConcurrentHashMap<>();
        }
    }

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
