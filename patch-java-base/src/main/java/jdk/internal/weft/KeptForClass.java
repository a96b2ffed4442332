package jdk.internal.weft;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Maps of what the runtime keeps for a class; they go with it, and may have objects of its loader. Thread-safe. */
public final class KeptForClass {
    private KeptForClass() {}

    /** That of the class. */
    @SuppressWarnings("unchecked") // it is written here only
    public static Map<Object, Object> of(Class<?> host) {
        Object known = JdkAccess.kept(host);
        return known != null ? (Map<Object, Object>) known : make(host);
    }

    @SuppressWarnings("unchecked") // as above
    private static synchronized Map<Object, Object> make(Class<?> host) {
        Object known = JdkAccess.kept(host);
        if (known == null) {
            known = new ConcurrentHashMap<Object, Object>();
            JdkAccess.kept(host, known);
        }
        return (Map<Object, Object>) known;
    }
}
