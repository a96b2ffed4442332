package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A loader defines a class file that the VM refuses, and then a good one of the same name. */
public final class BadThenGood {
    private static final byte[] EMPTY = "Deprecated".getBytes(StandardCharsets.US_ASCII);

    /** An attribute that is not empty. */
    private static final byte[] FULL = "SourceFile".getBytes(StandardCharsets.US_ASCII);

    private BadThenGood() {}

    private static final class Loader extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    /** Has an attribute that is empty. */
    @Deprecated
    public static final class Inside implements Runnable {
        /** For reflection. */
        public Inside() {}

        @Override
        public void run() {
            System.out.println("in " + Thread.currentThread().getName());
        }
    }

    /** Runs the good one in a thread. */
    public static void main(String[] args) throws Exception {
        Loader loader = new Loader();
        byte[] file = file();
        try {
            loader.define(damaged(file));
        } catch (ClassFormatError e) {
            System.out.println("refused");
        }
        Object inside = loader.define(file).getConstructor().newInstance();
        Thread thread = new Thread((Runnable) inside, "its thread");
        thread.start();
        thread.join();
    }

    private static byte[] file() throws IOException {
        try (InputStream in = BadThenGood.class.getResourceAsStream("BadThenGood$Inside.class")) {
            return in.readAllBytes();
        }
    }

    private static byte[] damaged(byte[] file) {
        byte[] damaged = file.clone();
        for (int i = 0; i <= file.length - EMPTY.length; i++) {
            int same = 0;
            while (same < EMPTY.length && file[i + same] == EMPTY[same]) {
                same++;
            }
            if (same == EMPTY.length) {
                System.arraycopy(FULL, 0, damaged, i, FULL.length);
            }
        }
        return damaged;
    }
}
