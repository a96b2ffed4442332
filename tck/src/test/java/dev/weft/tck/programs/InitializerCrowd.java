package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * As many class initializers as the first argument says, at the same time, that wait for each other's threads in the
 * ways below; and as many threads that wait for one initializer, which waits for another thread. A plain thread waits
 * for none but those.
 */
public final class InitializerCrowd {
    private static int crowd;
    private static volatile IntConsumer wait;
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final AtomicInteger INITIALIZED = new AtomicInteger();

    private InitializerCrowd() {}

    /** Called by the initializers of all copies of {@link Waiting}. */
    public static void inInitializer() {
        wait.accept(NUMBER.getAndIncrement());
        INITIALIZED.incrementAndGet();
    }

    /** Each loader has a class of its own of that name, with an initializer. */
    static final class Waiting {
        static {
            InitializerCrowd.inInitializer();
        }

        private Waiting() {}
    }

    private static final class Copies extends ClassLoader {
        private static final String NAME = "dev.weft.tck.programs.InitializerCrowd$Waiting";

        Copies() {
            super(InitializerCrowd.class.getClassLoader());
        }

        Class<?> define() throws IOException {
            String file = NAME.replace('.', '/') + ".class";
            try (InputStream in = InitializerCrowd.class.getClassLoader().getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(NAME, bytes, 0, bytes.length);
            }
        }
    }

    private interface Wait {
        void now(int number) throws InterruptedException;
    }

    /** Initializes a class in each of the threads. */
    private static void run(String what, Wait how) throws Exception {
        wait = number -> {
            try {
                how.now(number);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        Thread[] threads = new Thread[crowd];
        for (int i = 0; i < crowd; i++) {
            Class<?> type = new Copies().define();
            threads[i] = new Thread(() -> initialize(type));
        }
        finish(what, threads);
    }

    private static void initialize(Class<?> type) {
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void finish(String what, Thread... threads) throws InterruptedException {
        NUMBER.set(0);
        INITIALIZED.set(0);
        for (Thread each : threads) {
            each.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        System.out.println(what + ": " + INITIALIZED);
    }

    /** The number of classes. */
    public static void main(String[] args) throws Exception {
        crowd = Integer.parseInt(args[0]);
        CountDownLatch all = new CountDownLatch(crowd);
        run("for all others", number -> {
            all.countDown();
            all.await();
        });
        Semaphore[] turns = new Semaphore[crowd];
        for (int i = 0; i < crowd; i++) {
            turns[i] = new Semaphore(0);
        }
        CountDownLatch waiting = new CountDownLatch(crowd);
        run("for the one behind", number -> {
            waiting.countDown();
            if (number == 0) {
                waiting.await();
            } else {
                turns[number].acquire();
            }
            turns[(number + 1) % crowd].release();
        });
        Object monitor = new Object();
        int[] entered = new int[1];
        run("in a monitor", number -> {
            synchronized (monitor) {
                entered[0]++;
                monitor.notifyAll();
                while (entered[0] < crowd) {
                    monitor.wait();
                }
            }
        });
        SynchronousQueue<Integer> pairs = new SynchronousQueue<>();
        run("in pairs", number -> {
            Thread other = new Thread(() -> {
                try {
                    pairs.put(number);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            other.start();
            pairs.take();
            other.join();
        });
        one();
    }

    /** All threads but one wait, in the VM, for the same initializer. */
    private static void one() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch comers = new CountDownLatch(crowd);
        CountDownLatch open = new CountDownLatch(1);
        wait = number -> {
            begun.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        Class<?> type = new Copies().define();
        Thread[] threads = new Thread[crowd + 2];
        threads[0] = new Thread(() -> initialize(type));
        for (int i = 1; i <= crowd; i++) {
            threads[i] = new Thread(() -> {
                try {
                    begun.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                comers.countDown();
                initialize(type);
            });
        }
        threads[crowd + 1] = new Thread(() -> {
            try {
                comers.await();
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            open.countDown();
        });
        finish("for one initializer", threads);
    }
}
