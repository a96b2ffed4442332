package java.lang;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations in the unit in which JDK 17 waits. */
final class Durations {
    private static final long NANOS = 1_000_000;

    private Durations() {}

    /** In milliseconds, not less than the duration, so that a wait is not too short; -1 if it is negative. */
    static long millis(Duration duration) {
        long nanos = TimeUnit.NANOSECONDS.convert(duration);
        if (nanos < 0) {
            return -1;
        }
        return nanos / NANOS + (nanos % NANOS == 0 ? 0 : 1);
    }
}
