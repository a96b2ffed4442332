package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.Body;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Kills the threads of the runtime, as far as Java can: what they call to look for events, and those whom they tell
 * that time is over, throw; carriers that are parked are stopped, as a debugger may. Meanwhile fibers echo, sleep and
 * meet, and none is lost.
 */
public final class ThrownIntoCarriers {
    private static final int EACH = 20;
    private static final int ROUNDS = 100;
    private static final List<String> KINDS = List.of("weft-carrier", "weft-poller", "weft-timer");

    /** By thread, without its number. */
    private static final Map<String, AtomicInteger> THROWN = new ConcurrentHashMap<>();

    private static volatile boolean isOver;

    private ThrownIntoCarriers() {}

    /** The arguments are a seed, and "losing" for the control: some of what the kernel has told is thrown away. */
    public static void main(String[] args) throws Exception {
        try {
            run(args);
        } catch (AssertionError e) {
            e.printStackTrace();
            // not by itself: a thread that is lost does not end
            System.exit(1);
        }
    }

    private static void run(String... args) throws Exception {
        Random random = new Random(Long.parseLong(args[0]));
        work();
        if (args.length > 1) {
            haveEventsLost(random);
            work();
        }
        haveEventsThrow(random);
        List<Thread> computing = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            computing.add(start(() -> {
                while (!isOver) {
                    Thread.onSpinWait();
                }
            }));
        }
        // the poll thread and the timer thread are needed beside fibers that compute
        for (int i = 0; i < 100 && !haveAllThrown(); i++) {
            haveTimersThrow();
            work();
        }
        isOver = true;
        join(computing);
        work();
        System.out.println("thrown in all kinds of threads: " + haveAllThrown());
        System.out.println("carriers stopped: " + (stopParked() > 0));
        work();
        System.out.println("carriers that have ended: "
                + carriers().stream().filter(each -> !each.isAlive()).count());
    }

    private static boolean haveAllThrown() {
        return THROWN.keySet().containsAll(KINDS);
    }

    // ------------------------------------------------------------------------------------------- what throws

    private static void throwOne(int which) {
        String name = Thread.currentThread().getName().replaceAll("-[0-9]+$", "");
        THROWN.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet();
        switch (which) {
            case 0:
                throw new OutOfMemoryError("thrown by the test");
            case 1:
                throw new StackOverflowError("thrown by the test");
            case 2:
                throw new ThreadDeath();
            default:
                throw new IllegalStateException("thrown by the test");
        }
    }

    /** Each fourth call of the source of events throws before it does its work, or behind it. */
    private static void haveEventsThrow(Random random) throws Exception {
        haveEventsFrom(source -> (proxy, method, values) -> {
            // who has waited in the kernel for events has them, and nobody else will
            boolean isBefore = random.nextBoolean() || method.getName().equals("await");
            boolean isThrown = !method.getName().equals("wake") && random.nextInt(4) == 0;
            if (isThrown && isBefore) {
                throwOne(random.nextInt(4));
            }
            Object result = method.invoke(source, values);
            if (isThrown) {
                throwOne(random.nextInt(4));
            }
            return result;
        });
    }

    /** Nobody takes each fourth answer of the kernel; the next one is put in its place. */
    private static void haveEventsLost(Random random) throws Exception {
        haveEventsFrom(source -> (proxy, method, values) -> {
            boolean isLost = method.getName().equals("take") && random.nextInt(4) == 0;
            return isLost ? null : method.invoke(source, values);
        });
    }

    private static void haveEventsFrom(Function<Object, InvocationHandler> handler) throws Exception {
        Object poller = called(null, "jdk.internal.weft.scheduler.Carriers", "poller");
        Field field = poller.getClass().getDeclaredField("source");
        field.setAccessible(true);
        Class<?> type = Class.forName("jdk.internal.weft.scheduler.Poller$Source");
        InvocationHandler calls = handler.apply(field.get(poller));
        field.set(poller, Proxy.newProxyInstance(null, new Class<?>[] {type}, calls));
    }

    private static void haveTimersThrow() throws Exception {
        Class<?> type = Class.forName("jdk.internal.weft.timer.Sleeper");
        Method later = Class.forName("jdk.internal.weft.scheduler.Carriers")
                .getDeclaredMethod("wakeLater", type, long.class, int.class);
        later.setAccessible(true);
        for (int i = 0; i < EACH; i++) {
            int which = i % 4;
            InvocationHandler handler = (proxy, method, values) -> {
                throwOne(which);
                return null;
            };
            later.invoke(null, Proxy.newProxyInstance(null, new Class<?>[] {type}, handler), 1_000_000L * i, i);
        }
    }

    /** Stops the carriers that are parked, and are not called. */
    @SuppressWarnings("deprecation")
    private static int stopParked() throws Exception {
        int stopped = 0;
        Await.that("a carrier is parked", () -> !parked().isEmpty());
        for (Thread each : parked()) {
            each.stop();
            stopped++;
        }
        return stopped;
    }

    private static List<Thread> parked() {
        List<Thread> parked = new ArrayList<>();
        for (Thread each : carriers()) {
            if (each.getState() == Thread.State.WAITING) {
                parked.add(each);
            }
        }
        return parked;
    }

    private static List<Thread> carriers() {
        try {
            Field field = Class.forName("jdk.internal.weft.scheduler.Carriers").getDeclaredField("WORKERS");
            field.setAccessible(true);
            List<Thread> threads = new ArrayList<>();
            for (Object each : (Object[]) called(field.get(null), "jdk.internal.weft.scheduler.IdleWorkers", "all")) {
                threads.add((Thread) called(each, "jdk.internal.weft.scheduler.Worker", "thread"));
            }
            return threads;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object called(Object receiver, String className, String name) throws ReflectiveOperationException {
        Method method = Class.forName(className).getDeclaredMethod(name);
        method.setAccessible(true);
        return method.invoke(receiver);
    }

    // ------------------------------------------------------------------------------------------- what is not lost

    private static void work() throws Exception {
        List<Thread> threads = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, EACH, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < EACH; i++) {
                SynchronousQueue<Integer> queue = new SynchronousQueue<>();
                threads.add(start(() -> echo(server.accept(), false)));
                threads.add(start(() -> echo(new Socket(server.getInetAddress(), server.getLocalPort()), true)));
                threads.add(start(ThrownIntoCarriers::sleep));
                threads.add(start(() -> offer(queue)));
                threads.add(start(() -> take(queue)));
            }
            join(threads);
        }
    }

    private static void echo(Socket socket, boolean isFirst) throws IOException {
        try (socket) {
            for (int i = 0; i < ROUNDS; i++) {
                if (isFirst) {
                    socket.getOutputStream().write(i);
                }
                if (socket.getInputStream().read() != i) {
                    throw new AssertionError("a byte is lost");
                }
                if (!isFirst) {
                    socket.getOutputStream().write(i);
                }
            }
        }
    }

    private static void sleep() throws InterruptedException {
        for (int i = 0; i < ROUNDS / 10; i++) {
            Thread.sleep(1);
        }
    }

    private static void offer(SynchronousQueue<Integer> queue) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            queue.put(i);
        }
    }

    private static void take(SynchronousQueue<Integer> queue) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            if (queue.take() != i) {
                throw new AssertionError("an object is lost");
            }
        }
    }

    private static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable t) {
                System.out.println(t);
            }
        });
        thread.start();
        return thread;
    }

    private static void join(List<Thread> threads) {
        for (Thread each : threads) {
            Await.that(each + " ends", () -> !each.isAlive());
        }
    }
}
