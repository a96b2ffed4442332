package dev.weft.tck.programs;

/**
 * What a thread is told that asks for an array larger than the heap, in a method that has waited: once a caller catches
 * it, once nobody does.
 */
public final class NoMemoryTraces implements Runnable {
    private static final int TOO_MUCH = 1 << 30;

    private NoMemoryTraces() {}

    private static long[] inner() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return new long[TOO_MUCH];
    }

    private static int middle() {
        return inner().length;
    }

    /** The outermost of them: no lambda, whose frame such traces show. */
    @Override
    public void run() {
        try {
            middle();
        } catch (OutOfMemoryError e) {
            for (StackTraceElement each : e.getStackTrace()) {
                System.out.println(each.getMethodName());
            }
        }
        middle();
    }

    /** Runs the thread. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new NoMemoryTraces(), "asks");
        thread.start();
        thread.join();
    }
}
