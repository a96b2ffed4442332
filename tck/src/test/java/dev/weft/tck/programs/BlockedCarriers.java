package dev.weft.tck.programs;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many threads block where no fiber can be suspended: in a class initializer of another thread that itself starts and
 * joins one, or in a native call that opens a FIFO. Then one more thread is to run, which ends that.
 */
public final class BlockedCarriers {
    private static final AtomicInteger DONE = new AtomicInteger();
    private static volatile CountDownLatch begun;

    private BlockedCarriers() {}

    /** Its initializer takes until all others wait for it. */
    private static final class Slow {
        private static final int ANSWER;

        static {
            try {
                Thread child = new Thread(new AwaitAll());
                child.start();
                child.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            ANSWER = 42;
        }
    }

    private static final class AwaitAll implements Runnable {
        @Override
        public void run() {
            try {
                begun.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The arguments are the kind, {@code class} or {@code fifo}, and the number of threads. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[1]);
        begun = new CountDownLatch(count);
        if (args[0].equals("class")) {
            join(start(count, BlockedCarriers::useSlowClass));
        } else {
            Path folder = Files.createTempDirectory("weft-fifo");
            Path fifo = folder.resolve("fifo");
            new ProcessBuilder("mkfifo", fifo.toString()).inheritIO().start().waitFor();
            try {
                Thread[] readers = start(count, () -> open(fifo));
                join(start(1, () -> writeToAll(fifo, count)));
                join(readers);
            } finally {
                Files.delete(fifo);
                Files.delete(folder);
            }
        }
        System.out.println("done: " + DONE);
    }

    private static void useSlowClass() {
        begun.countDown();
        DONE.addAndGet(Slow.ANSWER / 42);
    }

    private static void open(Path fifo) {
        begun.countDown();
        try (FileInputStream in = new FileInputStream(fifo.toFile())) {
            DONE.addAndGet(in.read());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void writeToAll(Path fifo, int count) {
        try {
            begun.await();
            try (FileOutputStream out = new FileOutputStream(fifo.toFile())) {
                for (int i = 0; i < count; i++) {
                    out.write(1);
                }
                while (DONE.get() < count) {
                    Thread.sleep(1);
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Thread[] start(int count, Runnable task) {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(task);
            threads[i].start();
        }
        return threads;
    }

    private static void join(Thread[] threads) throws InterruptedException {
        for (Thread each : threads) {
            each.join();
        }
    }
}
