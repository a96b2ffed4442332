package dev.weft.tck.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * The heap is nearly full when the first thread starts, so that only small objects can be made: what is initialized
 * then must not fail for good. Later there is memory again.
 */
public final class FullFromTheStart {
    private static final int PIECE = 200 << 10;

    private FullFromTheStart() {}

    private static final class Sleeper implements Runnable {
        @Override
        public void run() {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Prints one line. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Sleeper());
        List<byte[]> all = new ArrayList<>(1 << 12);
        try {
            for (; ; ) {
                all.add(new byte[PIECE]);
            }
        } catch (OutOfMemoryError e) {
            thread.start();
        }
        thread.join();
        all.clear();
        System.out.println("done");
    }
}
