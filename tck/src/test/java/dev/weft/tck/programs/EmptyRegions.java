package dev.weft.tck.programs;

/** Enters monitors, often and in a thread, and does nothing there, as Netty does to keep an object. */
public final class EmptyRegions {
    private static final int ROUNDS = 20_000;

    private int count;

    private EmptyRegions() {}

    /** Runs it in a thread, and prints a count. */
    public static void main(String[] args) throws InterruptedException {
        EmptyRegions regions = new EmptyRegions();
        Thread thread = new Thread(regions::repeat);
        thread.start();
        thread.join();
        System.out.println(regions.count);
    }

    private void repeat() {
        for (int i = 0; i < ROUNDS; i++) {
            enter(this);
            enterBoth(this, "other");
            enterAgain(i % 2 == 0);
        }
    }

    private static void enter(Object monitor) {
        synchronized (monitor) {
            // nothing
        }
    }

    private static void enterBoth(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                // nothing
            }
        }
    }

    private synchronized void enterAgain(boolean isEmpty) {
        if (!isEmpty) {
            synchronized (EmptyRegions.class) {
                // nothing
            }
        }
        count++;
    }
}
