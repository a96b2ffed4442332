package dev.weft.stress.shapes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who uses a class sees what its initializer wrote, whoever ran it. */
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Initialized.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Seen before it was initialized.")
public final class ClassInitialization {
    private ClassInitialization() {}

    /** Initialized by one of the two, which waits within the initializer, pinned. */
    @JCStressTest
    @JCStressMeta(ClassInitialization.class)
    @State
    public static class Whole {
        private final MethodHandle read = new OneClass().reader("Initialized");

        @Actor
        public void first(II_Result r) {
            r.r1 = OneClass.read(read);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = OneClass.read(read);
        }
    }

    /** The initializer does not wait for who writes. */
    @JCStressTest
    @JCStressMeta(ClassInitialization.class)
    @State
    public static class Broken {
        private final MethodHandle read = new OneClass().reader("TooEarly");

        @Actor
        public void first(II_Result r) {
            r.r1 = OneClass.read(read);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = OneClass.read(read);
        }
    }

    /** Its initializer is slow. */
    public static final class Initialized {
        private static int value;

        static {
            Between.step();
            value = 1;
        }

        private Initialized() {}

        /** What the initializer wrote. */
        public static int read() {
            return value;
        }
    }

    /** Its initializer leaves the work to another thread. */
    public static final class TooEarly {
        private static int value;

        static {
            new Thread(() -> value = 1).start();
        }

        private TooEarly() {}

        /** What the other thread wrote, perhaps. */
        public static int read() {
            return value;
        }
    }

    /** Defines one of the classes above, once more. */
    private static final class OneClass extends ClassLoader {
        OneClass() {
            super(ClassInitialization.class.getClassLoader());
        }

        MethodHandle reader(String simpleName) {
            String name = ClassInitialization.class.getName() + "$" + simpleName;
            byte[] file = file(name);
            try {
                Class<?> made = defineClass(name, file, 0, file.length);
                return MethodHandles.publicLookup().findStatic(made, "read", MethodType.methodType(int.class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private static byte[] file(String name) {
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static int read(MethodHandle reader) {
            try {
                return (int) reader.invokeExact();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
