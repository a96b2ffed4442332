package dev.weft.tck.continuations;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What blocks in a continuation blocks the platform thread or the fiber that runs it; the argument is the number of
 * rounds.
 */
public final class BlockingContinuations {
    private static final ContinuationScope SCOPE = new ContinuationScope("scope");
    private static final Object LOCK = new Object();

    /** Guarded by the lock, but where a thread looks whether another has begun. */
    private static volatile int state;

    private BlockingContinuations() {}

    private interface Step {
        void run() throws Exception;
    }

    /** Runs all steps as a platform thread and as a fiber. */
    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 0; i < rounds; i++) {
            all();
            Thread fiber = new Thread(BlockingContinuations::all);
            fiber.start();
            fiber.join();
        }
        System.out.println(rounds + " rounds");
    }

    private static void all() {
        Step[] steps = {
            BlockingContinuations::contends,
            BlockingContinuations::waits,
            BlockingContinuations::takes,
            BlockingContinuations::isInterrupted,
            BlockingContinuations::reads,
            BlockingContinuations::callsByReflection,
            BlockingContinuations::awaitsTasks
        };
        Continuation continuation = new Continuation(SCOPE, () -> {
            for (Step each : steps) {
                try {
                    each.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                Continuation.suspend(SCOPE);
            }
        });
        int runs = 0;
        while (!continuation.isDone()) {
            continuation.run();
            runs++;
        }
        // one more in callsByReflection, and the last
        check(runs == steps.length + 2);
    }

    private static void check(boolean isRight) {
        if (!isRight) {
            throw new AssertionError();
        }
    }

    private static Thread start(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    /** For a monitor that a parked fiber holds. */
    private static void contends() throws InterruptedException {
        state = 0;
        Thread holder = start(() -> {
            synchronized (LOCK) {
                state = 1;
                Thread.sleep(3);
                state = 2;
            }
        });
        while (state == 0) {
            Thread.yield();
        }
        synchronized (LOCK) {
            check(state == 2);
        }
        holder.join();
    }

    private static void waits() throws InterruptedException {
        synchronized (LOCK) {
            state = 0;
            Thread notifier = start(() -> {
                synchronized (LOCK) {
                    state = 3;
                    LOCK.notifyAll();
                }
            });
            while (state != 3) {
                LOCK.wait();
            }
            LOCK.wait(1);
            notifier.join();
        }
    }

    private static void takes() throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        start(() -> queue.put("put"));
        check(queue.take().equals("put"));
    }

    private static void isInterrupted() {
        Thread me = Thread.currentThread();
        me.interrupt();
        LockSupport.park();
        check(Thread.interrupted());
        start(() -> {
            Thread.sleep(1);
            me.interrupt();
        });
        try {
            synchronized (LOCK) {
                LOCK.wait(60_000);
            }
            check(false);
        } catch (InterruptedException e) {
            check(!Thread.interrupted());
        }
    }

    private static void reads() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start(() -> {
                try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    Thread.sleep(1);
                    client.getOutputStream().write(42);
                }
            });
            try (Socket accepted = server.accept()) {
                check(accepted.getInputStream().read() == 42);
                check(accepted.getInputStream().read() == -1);
            }
        }
    }

    private static void callsByReflection() throws ReflectiveOperationException {
        BlockingContinuations.class.getMethod("suspend").invoke(null);
    }

    /** Called by reflection. */
    public static void suspend() {
        Continuation.suspend(SCOPE);
    }

    private static void awaitsTasks() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        check(executor.submit(() -> 7).get() == 7);
        executor.shutdown();
        check(executor.awaitTermination(60, TimeUnit.SECONDS));
    }
}
