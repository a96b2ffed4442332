package dev.weft.tck.programs;

import dev.weft.tck.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Threads that wait in each way, until standard input ends. */
public final class DumpedThreads {
    private static final Object LOCK = new Object();
    private static final ReentrantLock REENTRANT = new ReentrantLock();
    private static final ReentrantReadWriteLock ALONE = new ReentrantReadWriteLock();
    private static final CountDownLatch COMPUTES = new CountDownLatch(1);
    private static final long LONG = 10_000_000;

    private DumpedThreads() {}

    private static final class Pinning {
        static int value = sleep();

        private static int sleep() {
            try {
                Thread.sleep(LONG);
            } catch (InterruptedException e) {
                return 1;
            }
            return 0;
        }
    }

    /** Waits in a method that the JDK calls. */
    private static final class Reading {
        private final Socket socket;

        Reading(Socket socket) {
            this.socket = socket;
        }

        @Override
        public String toString() {
            try {
                return Integer.toString(socket.getInputStream().read());
            } catch (IOException e) {
                return e.toString();
            }
        }
    }

    private static Object received(DatagramSocket socket) throws IOException {
        socket.receive(new DatagramPacket(new byte[1], 1));
        return null;
    }

    /** A daemon, which a dump finds by its name. */
    static Thread start(String name, Callable<?> task) {
        return start(null, name, task);
    }

    private static Thread start(ThreadGroup group, String name, Callable<?> task) {
        Thread thread = new Thread(
                group,
                () -> {
                    try {
                        task.call();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void until(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }

    private static Object guarded() throws InterruptedException {
        synchronized (LOCK) {
            Thread.sleep(LONG);
        }
        return null;
    }

    /** Nobody waits for it, and no frame has it. */
    private static Object lockedAlone() throws InterruptedException {
        ALONE.writeLock().lock();
        Thread.sleep(LONG);
        return null;
    }

    private static Object locked() throws InterruptedException {
        REENTRANT.lock();
        Thread.sleep(LONG);
        return null;
    }

    private static Object deadlock(Object first, Object second, CountDownLatch both) throws InterruptedException {
        synchronized (first) {
            both.countDown();
            both.await();
            synchronized (second) {
                return null;
            }
        }
    }

    private static void deadlock(String one, String other) throws InterruptedException {
        Object first = new Object();
        Object second = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Thread deadly = start(one, () -> deadlock(first, second, both));
        Await.monitor(start(other, () -> deadlock(second, first, both)), first);
        Await.monitor(deadly, second);
    }

    private static Object await(Object monitor) throws InterruptedException {
        synchronized (monitor) {
            monitor.wait();
        }
        return null;
    }

    private static Object compute() {
        COMPUTES.countDown();
        for (long n = 0; ; n++) {
            if (n < 0) {
                return n;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<Thread> many = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            many.add(start("many-" + i, () -> await(new Object())));
        }
        for (Thread each : many) {
            until(each, Thread.State.WAITING);
        }
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        until(start("owner", DumpedThreads::guarded), Thread.State.TIMED_WAITING);
        Await.monitor(start("contender", DumpedThreads::guarded), LOCK);
        until(start("locker", DumpedThreads::locked), Thread.State.TIMED_WAITING);
        until(start("loner", DumpedThreads::lockedAlone), Thread.State.TIMED_WAITING);
        until(start("parker", DumpedThreads::locked), Thread.State.WAITING);
        ThreadGroup nameless = new ThreadGroup((String) null);
        until(start(nameless, "waiter", () -> await(DumpedThreads.class)), Thread.State.WAITING);
        until(start("pinned", () -> Pinning.value), Thread.State.TIMED_WAITING);
        Await.io(start("acceptor", server::accept));
        ServerSocket peers = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
        Socket client = new Socket(peers.getInetAddress(), peers.getLocalPort());
        Await.io(start("reader", () -> client.getInputStream().read()));
        start("receiver", () -> received(new DatagramSocket(0, server.getInetAddress())));
        start("process", new ProcessBuilder("cat").start().getInputStream()::read);
        start("selector", Selector.open()::select);
        Socket other = new Socket(peers.getInetAddress(), peers.getLocalPort());
        start("pinned reader", () -> String.valueOf(new Reading(other)));
        start("busy \"\\\u00e4\u4e2d\n", DumpedThreads::compute);
        COMPUTES.await();
        deadlock("deadly", "deadlier");
        deadlock("caller", "callee");
        ExecutorService executor = Executors.newFixedThreadPool(1);
        if (args.length > 1) {
            executor = (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        }
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        executor.execute(() -> {
            worker.complete(Thread.currentThread());
            LockSupport.park();
        });
        until(worker.get(), Thread.State.WAITING);
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }
}
