package dev.weft.tck.programs;

import dev.weft.tck.Below;
import dev.weft.tck.Suspend;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A security manager that refuses other threads and groups than the program's own to everybody, the JDK too. Threads
 * are started, wait, and block, under it.
 */
public final class RefusedGroups {
    private static final int MANY = 40;
    private static final AtomicInteger DONE = new AtomicInteger();

    private RefusedGroups() {}

    @SuppressWarnings("removal")
    private static final class Refusing extends SecurityManager {
        private final ThreadGroup own = Thread.currentThread().getThreadGroup();

        @Override
        public void checkAccess(ThreadGroup group) {
            if (group != own) {
                throw new SecurityException("group " + group.getName());
            }
        }

        @Override
        public void checkAccess(Thread thread) {
            ThreadGroup group = thread.getThreadGroup();
            if (group != null && group != own) {
                throw new SecurityException("thread " + thread.getName());
            }
        }

        @Override
        public void checkPermission(Permission permission) {
            // all else
        }
    }

    private static void work(CountDownLatch all, int number) {
        try {
            all.countDown();
            all.await();
            Suspend.now();
            if (number % 2 == 0) {
                Below.pinned(() -> Thread.sleep(100));
            }
            DONE.incrementAndGet();
        } catch (Throwable t) {
            System.out.println(number + ": " + t);
        }
    }

    private static void greet(ServerSocket server) {
        try (Socket socket = server.accept()) {
            Suspend.now();
            socket.getOutputStream().write('x');
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    /** In a virtual thread, where there are such. */
    private static void startVirtual(Runnable task) throws ReflectiveOperationException, InterruptedException {
        Thread thread;
        try {
            thread = (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (NoSuchMethodException e) {
            thread = new Thread(task);
            thread.start();
        }
        thread.join();
    }

    /** Works in many threads at once, then talks over a connection. */
    @SuppressWarnings("removal")
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        System.setSecurityManager(new Refusing());
        CountDownLatch all = new CountDownLatch(MANY);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            int number = i;
            threads.add(new Thread(() -> work(all, number)));
        }
        Thread greeting = new Thread(() -> greet(server));
        threads.add(greeting);
        for (Thread each : threads) {
            each.start();
        }
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            System.out.println((char) socket.getInputStream().read());
        }
        for (Thread each : threads) {
            each.join();
        }
        startVirtual(DONE::incrementAndGet);
        System.out.println(DONE);
    }
}
