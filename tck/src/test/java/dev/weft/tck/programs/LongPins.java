package dev.weft.tck.programs;

import java.util.Arrays;
import java.util.List;

/** Pins of more than a second, two at one place and one at another, and a short one. */
public final class LongPins {
    private LongPins() {}

    private static void sleepIn(Object any, int millis) {
        new Object() {
            @Override
            public String toString() {
                try {
                    Thread.sleep(millis);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return any.toString();
            }
        }.toString();
    }

    /** Pins at another place. */
    private static final class Other {
        static int value;

        static {
            sleepIn("other", 1500);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Thread> threads = Arrays.asList(
                new Thread(() -> sleepIn("a", 1500), "first"),
                new Thread(() -> sleepIn("a", 1500), "second"),
                new Thread(() -> sleepIn("a", 1), "short"),
                new Thread(() -> Other.value++, "other"));
        for (Thread each : threads) {
            each.start();
            each.join();
        }
    }
}
