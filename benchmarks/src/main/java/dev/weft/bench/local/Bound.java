package dev.weft.bench.local;

import dev.weft.ContextLocal;
import dev.weft.bench.ThreadMaker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;

/** Five values that threads inherit, by one of the means to do so. */
abstract class Bound {
    static final int COUNT = 5;

    /** Runs the task, which is given a way to start threads that inherit the values. */
    abstract void run(Consumer<Consumer<Runnable>> task);

    /** The sum of the five values. */
    abstract int read();

    static Bound of(String kind) {
        return switch (kind) {
            case "none" -> new None();
            case "context" -> new Context();
            case "inheritable" -> new Inheritable();
            case "scoped" -> new Scoped();
            default -> throw new IllegalArgumentException(kind + " is none of none, context, inheritable, scoped");
        };
    }

    private static void start(Runnable task) {
        ThreadMaker.make(task).start();
    }

    /** Nothing, to compare with. */
    private static final class None extends Bound {
        @Override
        void run(Consumer<Consumer<Runnable>> task) {
            task.accept(Bound::start);
        }

        @Override
        int read() {
            return 1 + 2 + 3 + 4 + 5;
        }
    }

    private static final class Context extends Bound {
        private static final ContextLocal<Integer> A = ContextLocal.newInstance();
        private static final ContextLocal<Integer> B = ContextLocal.newInstance();
        private static final ContextLocal<Integer> C = ContextLocal.newInstance();
        private static final ContextLocal<Integer> D = ContextLocal.newInstance();
        private static final ContextLocal<Integer> E = ContextLocal.newInstance();

        @Override
        void run(Consumer<Consumer<Runnable>> task) {
            ContextLocal.where(A, 1)
                    .where(B, 2)
                    .where(C, 3)
                    .where(D, 4)
                    .where(E, 5)
                    .run(() -> task.accept(Bound::start));
        }

        @Override
        int read() {
            return A.get() + B.get() + C.get() + D.get() + E.get();
        }
    }

    private static final class Inheritable extends Bound {
        private static final InheritableThreadLocal<Integer> A = new InheritableThreadLocal<>();
        private static final InheritableThreadLocal<Integer> B = new InheritableThreadLocal<>();
        private static final InheritableThreadLocal<Integer> C = new InheritableThreadLocal<>();
        private static final InheritableThreadLocal<Integer> D = new InheritableThreadLocal<>();
        private static final InheritableThreadLocal<Integer> E = new InheritableThreadLocal<>();

        @Override
        void run(Consumer<Consumer<Runnable>> task) {
            A.set(1);
            B.set(2);
            C.set(3);
            D.set(4);
            E.set(5);
            task.accept(Bound::start);
        }

        @Override
        int read() {
            return A.get() + B.get() + C.get() + D.get() + E.get();
        }
    }

    /**
     * {@code ScopedValue} of JDK 25, by handles that are constants for its compiler. Threads that are started inherit
     * none; those of a {@code StructuredTaskScope} do, by the same reference, which each thread has a field for.
     */
    private static final class Scoped extends Bound {
        private static final MethodHandle WHERE;
        private static final MethodHandle AND;
        private static final MethodHandle RUN;
        private static final MethodHandle GET;
        private static final Object A;
        private static final Object B;
        private static final Object C;
        private static final Object D;
        private static final Object E;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                Class<?> type = Class.forName("java.lang.ScopedValue");
                Class<?> carrier = Class.forName("java.lang.ScopedValue$Carrier");
                WHERE = lookup.findStatic(type, "where", MethodType.methodType(carrier, type, Object.class));
                AND = lookup.findVirtual(carrier, "where", MethodType.methodType(carrier, type, Object.class));
                RUN = lookup.findVirtual(carrier, "run", MethodType.methodType(void.class, Runnable.class));
                GET = lookup.findVirtual(type, "get", MethodType.methodType(Object.class))
                        .asType(MethodType.methodType(Object.class, Object.class));
                MethodHandle make = lookup.findStatic(type, "newInstance", MethodType.methodType(type));
                A = make.invoke();
                B = make.invoke();
                C = make.invoke();
                D = make.invoke();
                E = make.invoke();
            } catch (Throwable t) {
                throw new IllegalStateException("scoped needs JDK 25", t);
            }
        }

        @Override
        void run(Consumer<Consumer<Runnable>> task) {
            try {
                Object carrier = WHERE.invoke(A, (Object) 1);
                carrier = AND.invoke(carrier, B, (Object) 2);
                carrier = AND.invoke(carrier, C, (Object) 3);
                carrier = AND.invoke(carrier, D, (Object) 4);
                carrier = AND.invoke(carrier, E, (Object) 5);
                RUN.invoke(carrier, (Runnable) () -> new TaskScope(task).run());
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        }

        private static int get(Object value) throws Throwable {
            return (Integer) (Object) GET.invokeExact(value);
        }

        @Override
        int read() {
            try {
                return get(A) + get(B) + get(C) + get(D) + get(E);
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        }
    }
}
