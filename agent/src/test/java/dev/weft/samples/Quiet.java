package dev.weft.samples;

import java.util.concurrent.BlockingQueue;

/** Methods that are quiet, and others that only look so; not in a package of the agent, whose classes have no twins. */
public class Quiet {
    private int value;

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private boolean isEven(int n) {
        return n == 0 || isOdd(n - 1);
    }

    private boolean isOdd(int n) {
        return n != 0 && isEven(n - 1);
    }

    int open() {
        return value;
    }

    private int callsOpen() {
        return open() + 1;
    }

    private static synchronized int locked() {
        return 1;
    }

    private int guarded() {
        synchronized (this) {
            return 2;
        }
    }

    private int take(BlockingQueue<Integer> queue, int n) throws InterruptedException {
        return n == 0 ? queue.take() : again(queue, n - 1);
    }

    private int again(BlockingQueue<Integer> queue, int n) throws InterruptedException {
        return take(queue, n);
    }

    int all(BlockingQueue<Integer> queue) throws InterruptedException {
        int sum = fibonacci(20) + (isEven(4) ? 1 : 0) + callsOpen() + locked() + guarded();
        return sum + again(queue, 3);
    }
}
