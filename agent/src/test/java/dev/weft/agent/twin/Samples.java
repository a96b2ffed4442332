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

    static class Made {
        final int size;
        final String text;

        Made(BlockingQueue<Integer> queue) throws InterruptedException {
            size = queue.take();
            text = "" + queue.take();
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
