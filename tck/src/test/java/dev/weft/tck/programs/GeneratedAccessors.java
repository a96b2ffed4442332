package dev.weft.tck.programs;

import java.util.Set;

/** Looks at its stack below reflective calls, whose accessors the JDK generates if it is asked to do that at once. */
public final class GeneratedAccessors {
    private GeneratedAccessors() {}

    /** Runs it in a thread. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(GeneratedAccessors::run);
        thread.start();
        thread.join();
    }

    private static void run() {
        try {
            Called.class.getConstructor().newInstance();
            Called.class.getMethod("call").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void look() {
        StackWalker.getInstance(
                        Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_REFLECT_FRAMES))
                .forEach(frame -> print(frame.getDeclaringClass(), frame.getMethodName()));
        for (Class<?> each : new Context().getClassContext()) {
            print(each, "");
        }
        for (StackTraceElement each : new Throwable().getStackTrace()) {
            System.out.println(withoutNumbers(each.getClassName()) + "." + each.getMethodName());
        }
    }

    private static void print(Class<?> type, String method) {
        // the frames of a lambda's own class are gone once a fiber was suspended
        if (!type.isHidden()) {
            System.out.println(withoutNumbers(type.getName()) + " " + method);
        }
    }

    private static String withoutNumbers(String name) {
        return name.replaceAll("Accessor\\d+$", "Accessor");
    }

    /** What is called by reflection. */
    public static final class Called {
        /** Looks. */
        public Called() {
            look();
        }

        /** Looks. */
        public static void call() {
            look();
        }
    }

    @SuppressWarnings("removal")
    private static final class Context extends SecurityManager {
        @Override
        public Class<?>[] getClassContext() {
            return super.getClassContext();
        }
    }
}
