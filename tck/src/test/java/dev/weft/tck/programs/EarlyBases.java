package dev.weft.tck.programs;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Classes that are loaded before Weft's agent has its turn, by an agent that is named before it, or by the system class
 * loader.
 */
public final class EarlyBases {
    private EarlyBases() {}

    /** Loads the classes before. */
    public static final class Agent {
        private Agent() {}

        /**
         * Called by the VM; with {@code again}, asks it to transform the boot loader's classes again; with {@code
         * nested}, its transformer loads classes while it transforms another.
         */
        public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
            if ("nested".equals(arguments)) {
                instrumentation.addTransformer(new Loading());
                Class.forName(Transformed.class.getName());
                System.out.println("loaded while it transformed: " + Loading.loaded);
                return;
            }
            load();
            if ("again".equals(arguments)) {
                instrumentation.addTransformer(new ClassFileTransformer() {}, true);
                List<Class<?>> classes = new ArrayList<>();
                for (Class<?> each : instrumentation.getAllLoadedClasses()) {
                    if (each.getClassLoader() == null && instrumentation.isModifiableClass(each)) {
                        classes.add(each);
                    }
                }
                instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
                System.out.println("transformed again");
            }
        }
    }

    /** The classes before are loaded when it is shown {@link Transformed}. */
    private static final class Loading implements ClassFileTransformer {
        static boolean loaded;

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            if (name != null && name.endsWith("$Transformed")) {
                try {
                    load();
                    loaded = true;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
            return null;
        }
    }

    private static final class Transformed {}

    /** Loads the classes before, too. */
    public static final class Loader extends ClassLoader {
        static {
            try {
                load();
            } catch (Exception e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** As each system class loader has it. */
        public Loader(ClassLoader parent) {
            super(parent);
        }

        /** As agents need it. */
        @SuppressWarnings("unused")
        private void appendToClassPathForInstrumentation(String path) {}
    }

    private static void load() throws Exception {
        new Early().whole();
        EarlyTask.first();
        new EarlyThread().getName();
    }

    /** An interface with default methods. */
    public interface Greeting {
        /** Blocks. */
        default String greet() throws Exception {
            Thread.sleep(1);
            return "hello from " + name();
        }

        /** To be implemented. */
        String name() throws Exception;
    }

    /** The base class. */
    public static class Early implements Greeting {
        @Override
        public String name() throws Exception {
            Thread.sleep(1);
            return "early";
        }

        /** Calls what heirs override. */
        public final String whole() throws Exception {
            return greet() + twice("!");
        }

        protected static String twice(String text) throws Exception {
            Thread.sleep(1);
            return text + text;
        }

        protected synchronized String guarded(long a, int b, Object c) throws Exception {
            wait(1);
            return a + ":" + b + ":" + c;
        }
    }

    /** Overrides a method of the JDK that has a twin. */
    public static class EarlyThread extends Thread {
        @Override
        public void run() {
            System.out.println("the early class runs");
        }
    }

    /** An abstract class whose method others implement. */
    public abstract static class EarlyTask implements Callable<String> {
        static String first() throws Exception {
            return new EarlyTask() {
                @Override
                String work() {
                    return "early work";
                }
            }.call();
        }

        abstract String work() throws Exception;

        @Override
        public String call() throws Exception {
            Thread.sleep(1);
            return work() + " done";
        }
    }
}
