package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * A method keeps an object, while it waits, that does not implement the interface that its caller was compiled with:
 * the verifier takes interfaces for plain objects, so nobody asks until a method of the interface is called.
 */
public final class OtherInterfaces extends ClassLoader {
    private OtherInterfaces() {
        super(OtherInterfaces.class.getClassLoader());
    }

    /** Runs it in a thread. */
    public static void main(String[] args) throws Exception {
        Runnable code = (Runnable) new OtherInterfaces()
                .loadClass(Between.class.getName())
                .getConstructor()
                .newInstance();
        Thread thread = new Thread(code);
        thread.start();
        thread.join();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.equals(Between.class.getName()) && !name.equals(Changed.class.getName())) {
            return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        String resource = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = OtherInterfaces.class.getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            // names of one length: the class file stays right
            String changed = name.equals(Changed.class.getName())
                    ? text.replace("$Kept", "$Gone").replace("java/lang/Runnable", "java/lang/Readable")
                    : text;
            byte[] file = changed.getBytes(StandardCharsets.ISO_8859_1);
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** What it was compiled with. */
    public interface Kept {}

    /** What it has instead. */
    public interface Gone {}

    /** A later version implements other interfaces. */
    public static final class Changed implements Kept, Runnable {
        @Override
        public void run() {
            System.out.println("never called");
        }
    }

    /** Was compiled before that. */
    public static final class Between implements Runnable {
        /** For reflection. */
        public Between() {}

        @Override
        public void run() {
            Kept kept = make();
            System.out.println(take(kept, pause()));
            Runnable task = makeTask();
            System.out.println(takeTask(task, new Object[] {task}, pause()));
            try {
                call(task);
                System.out.println("called");
            } catch (IncompatibleClassChangeError e) {
                System.out.println("it has no run");
            }
        }

        private static Runnable makeTask() {
            pause();
            return new Changed();
        }

        private static int takeTask(Runnable task, Object[] tasks, int number) {
            pause();
            return task == null || tasks[0] == null ? 0 : number;
        }

        private static void call(Runnable task) {
            pause();
            task.run();
        }

        private static Kept make() {
            pause();
            return new Changed();
        }

        private static int take(Kept kept, int number) {
            pause();
            return kept == null ? 0 : number;
        }

        private static int pause() {
            LockSupport.parkNanos(1);
            return 7;
        }
    }
}
