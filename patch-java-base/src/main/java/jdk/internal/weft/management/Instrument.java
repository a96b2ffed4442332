package jdk.internal.weft.management;

import java.lang.reflect.InvocationTargetException;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * What the runtime asks of {@code java.lang.instrument}, by reflection, as java.base cannot name its classes.
 * Thread-safe.
 */
public final class Instrument {
    private static final String INSTRUMENTATION = "java.lang.instrument.Instrumentation";

    private Instrument() {}

    /** All loaded classes; none before Weft's agent has started. */
    public static Class<?>[] loadedClasses() {
        Object answer = call("getAllLoadedClasses", new Class<?>[0]);
        return answer == null ? new Class<?>[0] : (Class<?>[]) answer;
    }

    private static Object call(String name, Class<?>[] types, Object... arguments) {
        Object instrumentation = LoadTimeWeaving.instrumentation();
        if (instrumentation == null) {
            return null;
        }
        try {
            ClassLoader none = null;
            return Class.forName(INSTRUMENTATION, true, none)
                    .getMethod(name, types)
                    .invoke(instrumentation, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException) {
                throw (RuntimeException) cause;
            }
            if (cause instanceof Error) {
                throw (Error) cause;
            }
            throw new IllegalStateException(cause);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }
}
