package dev.weft.premain;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Function;

/**
 * Where the agent starts. This jar holds no more than the VM's door to it: the generators lie in the woven java.base, where
 * they are shared (CDS) and found by the runtime.
 */
public final class PreMain {
    private PreMain() {}

    /** Called by the VM before the application's main. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Transformer(start()), true);
    }

    @SuppressWarnings("unchecked")
    private static Function<Object[], byte[]> start() {
        try {
            Class<?> hooks = Class.forName("java.weft.AgentHooks", true, null);
            return (Function<Object[], byte[]>) hooks.getMethod("start").invoke(null);
        } catch (InvocationTargetException e) {
            throw fail("the woven JDK does not start (" + e.getCause() + "): weave again with 'weft weave --force'");
        } catch (ReflectiveOperationException | LinkageError e) {
            throw fail(
                    "this JDK is not woven: start the program with bin/weft, or with the flags that 'weft flags' prints");
        }
    }

    private static IllegalStateException fail(String problem) {
        System.err.println("weft: " + problem);
        Runtime.getRuntime().halt(2);
        return new IllegalStateException(problem);
    }
}
