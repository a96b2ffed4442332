package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads a class again and again where hardly any stack is left, each time by another loader. Weaving takes more stack
 * than loading: the classes that could be loaded must be woven all the same, so that fibers suspend in them.
 */
public final class DeepLoads {
    /** Frames of compiled code are small: so many take more stack than weaving does. */
    private static final int DEEPEST = 2_000;

    private static final int STEP = 10;

    private static final List<Class<?>> LOADED = new ArrayList<>(DEEPEST / STEP);
    private static byte[] file;

    private DeepLoads() {}

    /** What is loaded. */
    public static final class Target implements Runnable {
        @Override
        public void run() {
            for (int i = 0; i < 3; i++) {
                synchronized (this) {
                    LockSupport.parkNanos(1_000);
                }
            }
        }
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(DeepLoads.class.getClassLoader());
        }

        Class<?> define() {
            return defineClass(Target.class.getName(), file, 0, file.length);
        }
    }

    /** Returns how many calls have returned since the stack overflowed. */
    private static int dive() {
        int above;
        try {
            above = dive();
        } catch (StackOverflowError e) {
            above = 0;
        }
        if (above < DEEPEST && above % STEP == 0) {
            try {
                LOADED.add(new Loader().define());
            } catch (StackOverflowError | NoClassDefFoundError e) {
                // it was not loaded, and says so
            }
        }
        return above + 1;
    }

    /** Tells how many carriers were blocked while each loaded class ran in a fiber. */
    public static void main(String[] args) throws Exception {
        try (InputStream in = DeepLoads.class.getResourceAsStream("DeepLoads$Target.class")) {
            file = in.readAllBytes();
        }
        LOADED.add(new Loader().define());
        Thread diver = new Thread(DeepLoads::dive);
        diver.start();
        diver.join();
        System.out.println("many were loaded: " + (LOADED.size() > DEEPEST / STEP / 4));
        run(LOADED);
    }

    /** Runs each of the classes, which are {@code Runnable}s, in a fiber, and prints how many carriers were blocked. */
    static void run(List<Class<?>> all) throws Exception {
        long before = Fibers.pinned();
        for (Class<?> each : all) {
            Thread thread = new Thread((Runnable) each.getConstructor().newInstance());
            thread.start();
            thread.join();
        }
        System.out.println("pinned: " + (Fibers.pinned() - before));
    }
}
