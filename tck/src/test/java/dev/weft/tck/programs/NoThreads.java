package dev.weft.tck.programs;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The first threads are started while the process has no address space for the stack of another one, or, with {@code
 * -Xss256m} and an argument, for four, but not for that of a carrier.
 */
public final class NoThreads {
    private NoThreads() {}

    public static void main(String[] args) throws Exception {
        List<ByteBuffer> all = new ArrayList<>();
        List<ByteBuffer> given = new ArrayList<>();
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(each -> each.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        if (args.length > 0) {
            for (int i = 0; i < 4; i++) {
                given.add(ByteBuffer.allocateDirect(290_000_000));
            }
        }
        fill(all, args.length > 0 ? 1 << 26 : 1 << 19);
        free(given, direct);
        System.out.println("first: " + started());
        System.out.println("second: " + started());
        all.clear();
        for (int i = 0; i < 100 && !started().equals("started"); i++) {
            System.gc();
            Thread.sleep(50);
        }
        System.out.println("third: " + started());
    }

    private static void free(List<ByteBuffer> given, BufferPoolMXBean direct) {
        long left = direct.getCount() - given.size();
        given.clear();
        while (direct.getCount() > left) {
            System.gc();
            Thread.onSpinWait();
        }
    }

    /** Until the kernel refuses. */
    static void fill(List<ByteBuffer> all) {
        fill(all, 1 << 19);
    }

    private static void fill(List<ByteBuffer> all, int smallest) {
        for (int size = 1 << 26; size >= smallest; size /= 2) {
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
