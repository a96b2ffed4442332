package dev.weft.tck.programs;

import dev.weft.DeterministicScheduler;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that wait in each way, for debuggers: these stop in each line that ends with a comment {@code at}. One thread
 * after the other comes to them, so that each run meets them in the same order.
 */
public final class DebuggedFibers {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();

    private final int base = 3;

    private DebuggedFibers() {}

    private interface Body {
        int run() throws Exception;
    }

    private static int work(int argument) throws Exception {
        int local = argument + 1; // at before
        Thread.sleep(10); // at sleep
        local *= 2; // at behind
        return local; // at return
    }

    private static int locked(int argument) throws Exception {
        int local = argument + 1;
        LOCK.lock(); // at lock
        local *= 2; // at locked
        LOCK.unlock();
        return local;
    }

    private static int monitored(int argument) throws Exception {
        int local = argument + 1;
        synchronized (MONITOR) { // at monitor
            local *= 2; // at entered
        }
        return local;
    }

    private static int read(InputStream in, int argument) throws Exception {
        int local = argument + 1;
        int read = in.read(); // at read
        local += read; // at input
        return local;
    }

    private static int loop(int times) throws Exception {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            int twice = 2 * i; // at iteration
            Thread.sleep(5);
            sum += twice; // at resumed
        }
        return sum; // at sum
    }

    private static int fail(int argument) throws Exception {
        try {
            Thread.sleep(5);
            throw new IllegalStateException("argument " + argument); // at throw
        } catch (IllegalStateException e) {
            String message = e.getMessage();
            return message.length(); // at handler
        }
    }

    private static int called(int argument) throws Exception {
        int local = argument + 1;
        Thread.sleep(5);
        return local;
    }

    private static int calling(int argument) throws Exception {
        int local = called(argument); // at call
        local += called(local);
        return local;
    }

    /** A line for each thread, in an order that a seed decides. */
    private static void simulate() {
        new DeterministicScheduler(1).run(() -> start("simulated", () -> loop(3)));
    }

    /** An inner class. */
    private final class Inner {
        private final int field;

        Inner(int field) {
            this.field = field;
        }

        int call(int depth, String name) throws Exception {
            long wide = 7L * depth;
            if (depth == 0) {
                Thread.sleep(5);
                return base + field + name.length(); // at innermost
            }
            int result = call(depth - 1, name);
            return result + (int) wide; // at outer
        }
    }

    private static Thread start(String name, Body body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        System.out.println(name + " " + body.run());
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.start();
        return thread;
    }

    private static void await(Thread thread, Thread.State state) throws Exception {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }

    /** Runs them all, or only one: for {@code simulated} one in a simulation, for another argument that for steps. */
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            if (args[0].equals("simulated")) {
                simulate();
            } else {
                start("stepper", () -> calling(20)).join();
            }
            return;
        }
        System.out.println("main " + work(1));
        start("sleeper", () -> work(20)).join();
        LOCK.lock();
        Thread locker = start("locker", () -> locked(20));
        await(locker, Thread.State.WAITING);
        LOCK.unlock();
        locker.join();
        Thread enterer;
        synchronized (MONITOR) {
            enterer = start("enterer", () -> monitored(20));
            await(enterer, Thread.State.BLOCKED);
        }
        enterer.join();
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket other = server.accept()) {
            InputStream in = other.getInputStream();
            Thread reader = start("reader", () -> read(in, 20));
            // so that it most likely waits; nothing depends on it
            reader.join(50);
            one.getOutputStream().write(9);
            reader.join();
        }
        start("looper", () -> loop(3)).join();
        start("caller", () -> new DebuggedFibers().new Inner(5).call(2, "abc")).join();
        start("failing", () -> fail(5)).join();
        start("lambda", () -> {
                    int local = 4;
                    Thread.sleep(5);
                    return local * 2; // at lambda
                })
                .join();
        start("anonymous", new Body() {
                    @Override
                    public int run() throws Exception {
                        int local = 11;
                        Thread.sleep(5);
                        return local; // at anonymous
                    }
                })
                .join();
    }
}
