package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.io.IOException;
import java.io.InputStream;

/**
 * A method waits that hands an object on, whose class its loader has not loaded yet: on the plain JDK it never is. The
 * loader has no memory for it.
 */
public final class CastWithoutMemory extends ClassLoader {
    private static int asked;
    private static int left;

    private CastWithoutMemory() {}

    /** What is handed on. */
    public static final class Handed {
        private Handed() {}
    }

    /** Loaded anew. */
    public static final class Work implements Runnable {
        /** For reflection. */
        public Work() {}

        @Override
        public void run() {
            Handed handed = make();
            synchronized (CastWithoutMemory.class) {
                try {
                    Suspend.now();
                    Suspend.now();
                    print(handed);
                } finally {
                    isLeft();
                }
            }
        }
    }

    /** Makes one. */
    public static Handed make() {
        return new Handed();
    }

    /** Shows that it is there. */
    public static void print(Handed handed) {
        System.out.println(handed == null ? "lost" : "handed on");
    }

    /** A {@code finally} block has run. */
    public static void isLeft() {
        left++;
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        if (wanted.equals(Handed.class.getName())) {
            asked++;
            throw new OutOfMemoryError("Java heap space");
        }
        if (!wanted.equals(Work.class.getName())) {
            return super.loadClass(wanted, resolve);
        }
        try (InputStream in = CastWithoutMemory.class.getResourceAsStream("CastWithoutMemory$Work.class")) {
            byte[] file = in.readAllBytes();
            return defineClass(wanted, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(wanted, e);
        }
    }

    /** Prints what has become of it. With an argument, whether the loader was asked: else nothing was tested. */
    public static void main(String[] args) throws Exception {
        Class<?> work = new CastWithoutMemory().loadClass(Work.class.getName(), false);
        Thread thread = new Thread((Runnable) work.getDeclaredConstructor().newInstance());
        thread.setUncaughtExceptionHandler((of, e) -> System.out.println(e));
        thread.start();
        thread.join();
        Thread other = new Thread(() -> {
            synchronized (CastWithoutMemory.class) {
                System.out.println("the monitor is free");
            }
        });
        other.setDaemon(true);
        other.start();
        other.join(5_000);
        System.out.println("left " + left);
        if (args.length > 0) {
            System.out.println("asked: " + (asked > 0));
        }
    }
}
