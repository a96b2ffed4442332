package dev.weft.tck.programs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The first threads are started while the process has no address space for the stack of another one. */
public final class NoThreads {
    private NoThreads() {}

    public static void main(String[] args) throws Exception {
        List<ByteBuffer> all = new ArrayList<>();
        fill(all);
        System.out.println("first: " + started());
        System.out.println("second: " + started());
        all.clear();
        for (int i = 0; i < 100 && !started().equals("started"); i++) {
            System.gc();
            Thread.sleep(50);
        }
        System.out.println("third: " + started());
    }

    /** Until the kernel refuses. */
    static void fill(List<ByteBuffer> all) {
        for (int size = 1 << 26; size >= 1 << 19; size /= 2) {
            try {
                for (; ; ) {
                    all.add(ByteBuffer.allocateDirect(size));
                }
            } catch (OutOfMemoryError e) {
                // smaller ones may fit
            }
        }
    }

    private static String started() throws InterruptedException {
        boolean[] hasRun = new boolean[1];
        Thread thread = new Thread(() -> hasRun[0] = true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            return "none: " + e.getMessage().substring(0, 30);
        } catch (LinkageError e) {
            return e.toString();
        }
        thread.join();
        return hasRun[0] ? "started" : "not run";
    }
}
