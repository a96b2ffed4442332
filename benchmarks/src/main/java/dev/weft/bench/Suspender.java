package dev.weft.bench;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A computation that the caller runs until it suspends, without a scheduler, by the means that the running JDK has inside:
 * the trampoline of Weft's fibers, or the {@code Continuation} below the virtual threads of JDK 21 and newer. Both need
 * options, which {@link #NEEDED} names. For use by one platform thread.
 *
 * <p>Weft has no class for this yet. What is called here is what its carriers call, {@code Fiber.run}, on a fiber that no
 * scheduler knows: so its figures contain the changes of a fiber's state that parking makes, two
 * compare-and-sets, which a continuation of its own would not need. As carriers do, it replaces the context now and then.
 */
final class Suspender {
    static final String NEEDED = "--add-exports=java.base/jdk.internal.weft.fiber=ALL-UNNAMED"
            + " --add-exports=java.base/java.weft=ALL-UNNAMED, or on JDK 25 --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED";

    /** Constant, so that it costs nothing to ask. */
    static final boolean IS_WEFT = ModuleLayer.boot()
            .findModule("java.base")
            .orElseThrow()
            .getPackages()
            .contains("jdk.internal.weft.fiber");

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final int RENEWAL = 64;
    private static final MethodHandle MAKE;
    private static final MethodHandle RUN;
    private static final MethodHandle RENEW;

    /** {@code Continuation.yield} of the one scope, as {@code ()boolean}; null under Weft. */
    static final MethodHandle YIELD;

    static {
        try {
            if (IS_WEFT) {
                Class<?> fiber = Class.forName("jdk.internal.weft.fiber.Fiber");
                Class<?> context = Class.forName("java.weft.Cont");
                RENEW = LOOKUP.findConstructor(context, MethodType.methodType(void.class, context))
                        .asType(MethodType.genericMethodType(1));
                cont = context.getConstructor().newInstance();
                MAKE = LOOKUP.findConstructor(fiber, MethodType.methodType(void.class, Thread.class));
                RUN = LOOKUP.findVirtual(fiber, "run", MethodType.methodType(void.class, context));
                YIELD = null;
            } else {
                Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
                Class<?> scopes = Class.forName("jdk.internal.vm.ContinuationScope");
                Object scope = scopes.getConstructor(String.class).newInstance("benchmark");
                RENEW = null;
                MAKE = MethodHandles.insertArguments(
                        LOOKUP.findConstructor(continuation, MethodType.methodType(void.class, scopes, Runnable.class)),
                        0,
                        scope);
                RUN = MethodHandles.dropArguments(
                        LOOKUP.findVirtual(continuation, "run", MethodType.methodType(void.class)), 1, Object.class);
                YIELD = MethodHandles.insertArguments(
                        LOOKUP.findStatic(continuation, "yield", MethodType.methodType(boolean.class, scopes)),
                        0,
                        scope);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("needs " + NEEDED, e);
        }
    }

    private static final MethodHandle RESUME =
            RUN.asType(MethodType.methodType(void.class, Object.class, Object.class));

    private static Object cont;
    private static int resumed;

    private final Object inner;

    /** Does not run it yet. */
    Suspender(Runnable body) {
        try {
            inner = IS_WEFT ? (Object) MAKE.invoke(new Thread(body)) : (Object) MAKE.invoke(body);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the body until it suspends. */
    void resume() {
        try {
            if (IS_WEFT && ++resumed % RENEWAL == 0) {
                cont = (Object) RENEW.invokeExact(cont);
            }
            RESUME.invokeExact(inner, cont);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
