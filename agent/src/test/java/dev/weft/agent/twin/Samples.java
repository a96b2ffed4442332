package dev.weft.agent.twin;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/** Classes for the generator's tests; they are read as class files, not run. */
final class Samples {
    private Samples() {}

    static byte[] file(Class<?> type) {
        String name = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static class Calls {
        private int count;

        int one(BlockingQueue<Integer> queue, long weight, double scale) throws InterruptedException {
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                try {
                    sum += queue.take() * weight;
                } catch (IllegalStateException e) {
                    sum += (int) scale;
                } finally {
                    count++;
                }
            }
            return sum;
        }

        String nested(BlockingQueue<String> queue) throws InterruptedException {
            return new StringBuilder(queue.take())
                    .append(new String(queue.take()))
                    .toString();
        }

        int leaf() {
            return count;
        }
    }

    static class Locks {
        private final Object lock = new Object();

        int block(BlockingQueue<Integer> queue) throws InterruptedException {
            synchronized (lock) {
                synchronized (queue) {
                    return queue.take() + 1;
                }
            }
        }

        synchronized int method(BlockingQueue<Integer> queue) throws InterruptedException {
            return queue.take();
        }

        static synchronized int ofClass(BlockingQueue<Integer> queue) throws InterruptedException {
            while (queue.isEmpty()) {
                Locks.class.wait();
            }
            return queue.take();
        }
    }

    /** What is made a class file of Java 5 of, without frames; no concatenation, which Java 5 had not. */
    static class Old {
        private final Object[] lock = {};

        int loop(BlockingQueue<Integer> queue, long[][] sums, int n) throws InterruptedException {
            long sum = 0;
            double scale = 1.5;
            for (int i = 0; i < n; i++) {
                if (i % 3 == 0) {
                    continue;
                }
                sums[i][0] = queue.take();
                sum += sums[i][0];
                scale *= 2;
            }
            return (int) (sum * scale);
        }

        Object choose(BlockingQueue<Object> queue, int n) throws InterruptedException {
            Object[][] values = n > 1 ? new String[2][2] : new Integer[2][2];
            Object result = n > 3 ? (Object) "a" : Integer.valueOf(n);
            switch (n) {
                case 0:
                    result = queue.take();
                    break;
                case 7:
                    values[0][1] = queue.take();
                    break;
                default:
                    result = null;
            }
            queue.put(values[1][1]);
            return result;
        }

        int guarded(BlockingQueue<Integer> queue) throws InterruptedException {
            int attempts = 0;
            try {
                return queue.take();
            } catch (IllegalStateException e) {
                attempts++;
            } catch (IllegalArgumentException e) {
                attempts += 2;
            } finally {
                queue.put(attempts);
            }
            return attempts + queue.take();
        }

        int held(BlockingQueue<Integer> queue) throws InterruptedException {
            synchronized (lock) {
                while (queue.isEmpty()) {
                    lock.wait();
                }
                return queue.take();
            }
        }

        String made(BlockingQueue<String> queue, boolean which) throws InterruptedException {
            return new StringBuilder(which ? queue.take() : "none")
                    .append(queue.take())
                    .toString();
        }
    }

    static class Made {
        final int size;
        final String text;

        Made(BlockingQueue<Integer> queue) throws InterruptedException {
            size = queue.take();
            text = "" + queue.take();
        }
    }

    static class NativeLocks {
        static final Object LOADED = new Object();

        synchronized native int ofObject();

        static synchronized native int ofClass();
    }

    static class LockedEarly extends Made {
        LockedEarly(BlockingQueue<Integer> queue, int which) throws InterruptedException {
            super(
                    switch (which) {
                        case 0 -> null;
                        default -> {
                            try {
                                synchronized (queue) {
                                    yield queue;
                                }
                            } catch (IllegalStateException e) {
                                yield null;
                            }
                        }
                    });
            queue.take();
        }
    }

    interface WithoutInitializer {
        int value(int x);

        String toString();
    }

    interface WithInitializer {
        List<String> NAMES = List.of("a");

        int value(int x);
    }

    abstract static class Abstract {
        abstract int value(long a, Object b);
    }
}
