package dev.weft.tck.programs;

import dev.weft.tck.Below;
import dev.weft.tck.Suspend;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.security.Permission;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Looks at its stack under a security manager that lets nobody make a walker with classes: what was made before is
 * used. Says what comes of it; the same on each JDK.
 */
public final class ManagedWalks {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static volatile boolean refuses;

    private ManagedWalks() {}

    @SuppressWarnings("removal")
    private static final class Refusing extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            String name = permission.getName();
            if (refuses && (name.equals("getStackWalkerWithClassReference") || name.equals("getClassLoader"))) {
                throw new SecurityException(name);
            }
        }
    }

    private static final class Asking {
        static Class<?> caller() {
            return WALKER.getCallerClass();
        }
    }

    private static final class Read implements Serializable {
        private static final long serialVersionUID = 1;
    }

    private static byte[] written() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(new Read());
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws Exception {
        return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    }

    private static void say(String what, Callable<?> asked) {
        try {
            System.out.println(what + ": " + asked.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    private static void sayAll(byte[] bytes) {
        say("caller", Asking::caller);
        say(
                "types",
                () -> WALKER.walk(
                        frames -> frames.map(each -> each.getMethodType().returnType() == null)
                                .distinct()
                                .collect(Collectors.toList())));
        say(
                "classes",
                () -> WALKER.walk(frames -> frames.map(each -> each.getDeclaringClass() == null)
                        .distinct()
                        .collect(Collectors.toList())));
        say("read", () -> read(bytes).getClass().getSimpleName());
    }

    private static void look(byte[] bytes) {
        refuses = true;
        sayAll(bytes);
        Suspend.now();
        sayAll(bytes);
        try {
            Below.pinned(() -> {
                Suspend.now();
                sayAll(bytes);
            });
        } catch (Throwable t) {
            System.out.println(t);
        }
        refuses = false;
    }

    /** Looks from a thread, for the second time: what is linked first asks for more. */
    @SuppressWarnings("removal")
    public static void main(String[] args) throws Exception {
        byte[] bytes = written();
        sayAll(bytes);
        System.setSecurityManager(new Refusing());
        Thread thread = new Thread(() -> look(bytes));
        thread.start();
        thread.join();
        System.out.println(List.of("ended"));
    }
}
