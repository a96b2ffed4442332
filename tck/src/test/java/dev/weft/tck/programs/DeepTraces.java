package dev.weft.tck.programs;

/** Prints how many elements the traces of a deep recursion have, at most 3,000, while it runs and after a wait. */
public final class DeepTraces {
    private static final int MOST = 3_000;

    private DeepTraces() {}

    /** Runs both in a thread. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            System.out.println(depth(MOST, false) + " running");
            System.out.println(depth(MOST, true) + " parked");
        });
        thread.start();
        thread.join();
    }

    private static int depth(int rest, boolean waits) {
        if (rest > 0) {
            return depth(rest - 1, waits) + (rest < 0 ? 1 : 0);
        }
        if (waits) {
            Thread.yield();
        }
        return Math.min(MOST, new Throwable().getStackTrace().length);
    }
}
