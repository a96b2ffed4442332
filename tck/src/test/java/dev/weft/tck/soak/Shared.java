package dev.weft.tck.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What the threads of one round share. */
final class Shared implements AutoCloseable {
    final Ledger ledger;
    final Object[] monitors = new Object[16];
    final int[] guarded = new int[monitors.length];
    final ReentrantLock[] locks = new ReentrantLock[16];
    final Condition[] conditions = new Condition[locks.length];
    final int[] locked = new int[locks.length];
    final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(64);
    final Queue<WeakReference<ClassLoader>> loaders = new ConcurrentLinkedQueue<>();

    /** So many at once, however many threads there are. */
    final Semaphore connections = new Semaphore(200);

    final Semaphore processes = new Semaphore(3);
    final Semaphore files = new Semaphore(50);
    final Semaphore classes = new Semaphore(4);
    final Semaphore deep = new Semaphore(10);
    final Semaphore garbage = new Semaphore(4);

    final ServerSocket server;
    private final Thread acceptor;
    volatile boolean over;

    Shared(Ledger ledger) throws IOException {
        this.ledger = ledger;
        for (int i = 0; i < monitors.length; i++) {
            monitors[i] = new Object();
            locks[i] = new ReentrantLock(i % 2 == 0);
            conditions[i] = locks[i].newCondition();
        }
        server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        acceptor = start(this::accept);
    }

    /** Starts a thread that the ledger knows. */
    Thread start(Runnable task) {
        ledger.in("threads", 1);
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } finally {
                ledger.out("threads", 1);
            }
        });
        thread.start();
        return thread;
    }

    private void accept() {
        try {
            while (true) {
                Socket accepted = server.accept();
                start(() -> echo(accepted));
            }
        } catch (IOException e) {
            ledger.check(server.isClosed(), "accept failed: " + e);
        }
    }

    private void echo(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[4096];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // the client has gone without a word
            ledger.in("connections reset", 1);
            ledger.out("connections reset", 1);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
