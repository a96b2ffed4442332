package dev.weft.bench;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A computation that the caller runs until it suspends, without a scheduler: Weft's {@code Continuation}, or the one
 * below the virtual threads of JDK 21 and newer, which needs {@link #NEEDED}. For use by one platform thread.
 */
abstract class Suspender {
    static final String NEEDED = "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED";

    /** Constant, so that it costs nothing to ask. */
    static final boolean IS_WEFT = ModuleLayer.boot()
            .findModule("java.base")
            .orElseThrow()
            .getPackages()
            .contains("dev.weft");

    /** A suspender that does not run yet. */
    static Suspender of(Runnable body) {
        return IS_WEFT ? new OfWeft(body) : new OfJdk(body);
    }

    /** Runs the body until it suspends. */
    abstract void resume();

    /**
     * Suspends the body that calls it. In Weft's case that must be a call, as a program would have it, and not a method
     * handle.
     */
    static final class OfWeft extends Suspender {
        static final ContinuationScope SCOPE = new ContinuationScope("benchmark");

        private final Continuation continuation;

        private OfWeft(Runnable body) {
            continuation = new Continuation(SCOPE, body);
        }

        @Override
        void resume() {
            continuation.run();
        }
    }

    static final class OfJdk extends Suspender {
        private static final MethodHandle MAKE;
        private static final MethodHandle RUN;

        /** {@code Continuation.yield} of the one scope, as {@code ()boolean}. */
        static final MethodHandle YIELD;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                Class<?> type = Class.forName("jdk.internal.vm.Continuation");
                Class<?> scopes = Class.forName("jdk.internal.vm.ContinuationScope");
                Object scope = scopes.getConstructor(String.class).newInstance("benchmark");
                MethodType make = MethodType.methodType(void.class, scopes, Runnable.class);
                MAKE = MethodHandles.insertArguments(lookup.findConstructor(type, make), 0, scope);
                RUN = lookup.findVirtual(type, "run", MethodType.methodType(void.class))
                        .asType(MethodType.methodType(void.class, Object.class));
                YIELD = MethodHandles.insertArguments(
                        lookup.findStatic(type, "yield", MethodType.methodType(boolean.class, scopes)), 0, scope);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("needs " + NEEDED, e);
            }
        }

        private final Object continuation;

        private OfJdk(Runnable body) {
            try {
                continuation = (Object) MAKE.invoke(body);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        static void suspend() {
            try {
                boolean ignored = (boolean) YIELD.invokeExact();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        void resume() {
            try {
                RUN.invokeExact(continuation);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
