package dev.weft.bench;

/**
 * A tree of threads: each starts ten, which share its range of numbers, waits for them and adds up their sums; the
 * leaves return their number.
 */
final class Skynet implements Runnable {
    private static final int CHILDREN = 10;
    private final int first;
    private final int size;
    private long sum;

    private Skynet(int first, int size) {
        this.first = first;
        this.size = size;
    }

    /** Sum of the numbers below {@code leaves}, a power of ten, found by a tree with so many leaves. */
    static long sum(int leaves) throws InterruptedException {
        Skynet root = new Skynet(0, leaves);
        ThreadMaker.runAll(ThreadMaker.make(root));
        return root.sum;
    }

    @Override
    public void run() {
        if (size == 1) {
            sum = first;
            return;
        }
        Skynet[] children = new Skynet[CHILDREN];
        Thread[] threads = new Thread[CHILDREN];
        int part = size / CHILDREN;
        for (int i = 0; i < CHILDREN; i++) {
            children[i] = new Skynet(first + i * part, part);
            threads[i] = ThreadMaker.make(children[i]);
        }
        try {
            ThreadMaker.runAll(threads);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        for (Skynet child : children) {
            sum += child.sum;
        }
    }
}
