package java.lang;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The exports that {@code Module} notes, found without a lambda. */
final class WeftExports {
    private WeftExports() {}

    /** The map of a pair of modules; made if there is none. Safe for use by several threads. */
    static Object of(WeakPairMap<Module, Module, Map<String, Boolean>> exports, Object from, Object to) {
        Map<String, Boolean> known = exports.get((Module) from, (Module) to);
        if (known != null) {
            return known;
        }
        Map<String, Boolean> made = new ConcurrentHashMap<>();
        known = exports.putIfAbsent((Module) from, (Module) to, made);
        return known == null ? made : known;
    }
}
