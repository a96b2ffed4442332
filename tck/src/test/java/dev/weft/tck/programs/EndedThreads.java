package dev.weft.tck.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Threads with a payload wait for descriptors and end, and nothing else runs: nothing keeps them. Those of the first
 * half are started by the main thread, those of the others by a thread that ends itself. With an argument one is kept,
 * as the negative control.
 */
public final class EndedThreads {
    private static final int THREADS = 8;
    private static final int PATIENCE_SECONDS = 20;
    private static Thread kept;

    private EndedThreads() {}

    private static final class Loaded extends Thread {
        private final byte[] payload = new byte[1 << 20];
        private final List<WeakReference<Thread>> all;
        private final int toStart;

        Loaded(List<WeakReference<Thread>> all, int toStart) {
            this.all = all;
            this.toStart = toStart;
            all.add(new WeakReference<>(this));
        }

        @Override
        public void run() {
            payload[0] = 1;
            Thread.yield();
            waitForDescriptors();
            try {
                startAll(all, toStart);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** For a connection, an event of a selector, a byte of a channel; all of them are closed by who has waited. */
    private static void waitForDescriptors() {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(1);
            server.accept();
        } catch (SocketTimeoutException e) {
            // as nobody comes
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Selector selector = Selector.open()) {
            selector.select(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Pipe pipe = Pipe.open();
            try (Pipe.SourceChannel source = pipe.source();
                    Pipe.SinkChannel sink = pipe.sink()) {
                Thread writer = new Thread(() -> write(sink));
                writer.start();
                source.read(ByteBuffer.allocate(1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Pipe.SinkChannel sink) {
        try {
            Thread.sleep(2);
            sink.write(ByteBuffer.allocate(1));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void startAll(List<WeakReference<Thread>> all, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Thread thread = new Loaded(all, 0);
            thread.start();
            thread.join();
        }
    }

    private static long reachable(List<WeakReference<Thread>> all) {
        return all.stream().filter(each -> each.get() != null).count();
    }

    private static List<WeakReference<Thread>> play() throws InterruptedException {
        List<WeakReference<Thread>> all = new ArrayList<>();
        startAll(all, THREADS / 2);
        Thread last = new Loaded(all, THREADS / 2);
        last.start();
        last.join();
        return all;
    }

    /** Prints how many threads are reachable in the end. */
    public static void main(String[] args) throws InterruptedException {
        List<WeakReference<Thread>> all = play();
        kept = args.length > 0 ? all.get(0).get() : null;
        if (args.length > 0 && kept == null) {
            kept = new Loaded(all, 0);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(args.length > 0 ? 1 : PATIENCE_SECONDS);
        while (reachable(all) > 0 && System.nanoTime() < end) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println(reachable(all) + " are reachable" + (kept == null ? "" : ", one is kept"));
    }
}
