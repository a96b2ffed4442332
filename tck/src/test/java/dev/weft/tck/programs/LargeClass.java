package dev.weft.tck.programs;

import java.nio.file.Files;
import java.nio.file.Path;

/** Loads a class, and has it run in a thread; there may be no memory to weave it. */
public final class LargeClass {
    private LargeClass() {}

    private static final class Loader extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    private static void load(Path file) {
        try {
            ((Runnable) new Loader()
                            .define(Files.readAllBytes(file))
                            .getConstructor()
                            .newInstance())
                    .run();
        } catch (OutOfMemoryError | ClassFormatError e) {
            System.out.println("refused");
        } catch (Throwable t) {
            System.out.println(t);
        }
    }

    /** The class file is the argument. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> load(Path.of(args[0])));
        thread.start();
        thread.join();
    }
}
