package dev.weft.tck.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Files, processes, classes, memory. */
final class SystemWork {
    private SystemWork() {}

    /** Writes, reads, deletes. */
    static void file(Shared shared, Random random) throws Exception {
        if (!shared.files.tryAcquire()) {
            return;
        }
        Path file = Files.createTempFile("soak", ".bytes");
        try {
            byte[] sent = new byte[random.nextInt(50_000)];
            random.nextBytes(sent);
            shared.ledger.in("bytes of files", sent.length);
            try (OutputStream out = Files.newOutputStream(file)) {
                int half = sent.length / 2;
                out.write(sent, 0, half);
                Thread.yield();
                out.write(sent, half, sent.length - half);
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] received = in.readAllBytes();
                shared.ledger.out("bytes of files", received.length);
                shared.ledger.check(Arrays.equals(sent, received), "other bytes from a file");
            }
        } finally {
            Files.delete(file);
            shared.files.release();
        }
    }

    /** Through cat, or it is destroyed. */
    static void process(Shared shared, Random random) throws Exception {
        if (!shared.processes.tryAcquire()) {
            return;
        }
        try {
            Process process = new ProcessBuilder("cat").start();
            try (InputStream errors = process.getErrorStream();
                    InputStream in = process.getInputStream()) {
                if (random.nextInt(4) == 0) {
                    process.destroyForcibly();
                    shared.ledger.check(process.waitFor() != 0, "killed, and well");
                    return;
                }
                byte[] sent = new byte[1 + random.nextInt(30_000)];
                random.nextBytes(sent);
                shared.ledger.in("bytes of processes", sent.length);
                try (OutputStream out = process.getOutputStream()) {
                    out.write(sent);
                }
                byte[] received = in.readAllBytes();
                shared.ledger.out("bytes of processes", received.length);
                shared.ledger.check(Arrays.equals(sent, received), "other bytes from a process");
                shared.ledger.check(errors.read() < 0, "cat complains");
                shared.ledger.check(process.waitFor() == 0, "cat failed");
            }
        } finally {
            shared.processes.release();
        }
    }

    /** What {@link #classes} loads again and again: suspended in its initializer, a constructor and a method. */
    public static final class Loaded implements Runnable {
        private static final long STARTED = System.nanoTime();

        static {
            LockSupport.parkNanos(1);
        }

        private final long made;

        /** Suspends. */
        public Loaded() {
            Thread.yield();
            made = System.nanoTime();
        }

        @Override
        public synchronized void run() {
            Thread.yield();
            if (made < STARTED) {
                throw new IllegalStateException(made + " < " + STARTED);
            }
        }
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(SystemWork.class.getClassLoader());
        }

        Runnable make() throws IOException, ReflectiveOperationException {
            String name = Loaded.class.getName();
            byte[] file;
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
                file = in.readAllBytes();
            }
            return (Runnable)
                    defineClass(name, file, 0, file.length).getConstructor().newInstance();
        }
    }

    /** Loads a class in a loader that is garbage afterwards. */
    static void classes(Shared shared, Random random) throws Exception {
        if (!shared.classes.tryAcquire()) {
            return;
        }
        try {
            Loader loader = new Loader();
            shared.loaders.add(new WeakReference<>(loader));
            Runnable made = loader.make();
            Thread thread = shared.start(made);
            made.run();
            thread.join();
        } finally {
            shared.classes.release();
        }
    }

    /** Much that is garbage soon, and some that is so while the thread waits. */
    static void garbage(Shared shared, Random random) throws Exception {
        if (!shared.garbage.tryAcquire()) {
            return;
        }
        try {
            List<byte[]> kept = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                byte[] each = new byte[random.nextInt(20_000)];
                if (i % 10 == 0) {
                    kept.add(each);
                    Thread.yield();
                }
            }
            ByteBuffer direct = ByteBuffer.allocateDirect(10_000);
            direct.putLong(0, kept.size());
            if (random.nextInt(500) == 0) {
                System.gc();
            }
            shared.ledger.check(direct.getLong(0) == 20, "other bytes in memory");
        } finally {
            shared.garbage.release();
        }
    }
}
