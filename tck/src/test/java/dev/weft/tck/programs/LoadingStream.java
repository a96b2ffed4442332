package dev.weft.tck.programs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;

/** Puts a stream in the place of standard error that loads a class when something is printed; a fiber calls that. */
public final class LoadingStream extends PrintStream {
    private static volatile Sink sink;

    private LoadingStream() {
        super(new ByteArrayOutputStream());
    }

    /** What is loaded. */
    interface Sink {
        void take(String text) throws InterruptedException;
    }

    /** Loaded late. */
    static final class Late implements Sink {
        @Override
        public void take(String text) throws InterruptedException {
            Thread.sleep(1);
            System.out.println("took " + text);
        }
    }

    /** Its class file is damaged. */
    static final class Damaged {}

    @Override
    public void println(String text) {
        sink = new Late();
    }

    private static final class Loader extends ClassLoader {
        void define(byte[] file) {
            defineClass(null, file, 0, file.length);
        }
    }

    /** Loads a damaged class, and then calls what may have been loaded for it. */
    public static void main(String[] args) throws IOException, InterruptedException {
        System.setErr(new LoadingStream());
        try (InputStream in = LoadingStream.class.getResourceAsStream("LoadingStream$Damaged.class")) {
            byte[] file = in.readAllBytes();
            new Loader().define(Arrays.copyOf(file, file.length + 1));
        } catch (LinkageError e) {
            System.out.println("refused");
        }
        if (sink == null) {
            sink = new Late();
        }
        Thread thread = new Thread(() -> {
            try {
                sink.take("first");
                sink.take("second");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();
    }
}
