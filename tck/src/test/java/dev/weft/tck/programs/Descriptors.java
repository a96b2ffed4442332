package dev.weft.tck.programs;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Uses up the descriptors of the process. */
final class Descriptors {
    /** None is left after so many failures in turn, a millisecond apart. */
    private static final int FAILURES = 30;

    private Descriptors() {}

    /** Takes those too that the watchdog has for a moment, as it reads files of the kernel; the caller closes all. */
    static List<InputStream> takeAll() throws InterruptedException {
        List<InputStream> all = new ArrayList<>();
        int failures = 0;
        while (failures < FAILURES) {
            try {
                all.add(new FileInputStream("/dev/null"));
                failures = 0;
            } catch (IOException e) {
                failures++;
                Thread.sleep(1);
            }
        }
        return all;
    }
}
