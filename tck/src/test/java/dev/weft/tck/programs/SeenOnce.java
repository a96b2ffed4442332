package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.Task;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Prints in how many threads a method is found that one thread runs, or waits in where it cannot be left. */
public final class SeenOnce {
    private static final CountDownLatch END = new CountDownLatch(1);
    private static volatile boolean isOver;

    private SeenOnce() {}

    /** Its initializer waits. */
    private static final class Initialized {
        static final boolean IS_DONE = initialize();

        private static boolean initialize() {
            try {
                END.await();
                return true;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void spin() {
        while (!isOver) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Throwable {
        Task spins = Task.start(SeenOnce::spin);
        Task initializes = Task.start(() -> System.out.println("initialized: " + Initialized.IS_DONE));
        Await.that("it waits", () -> initializes.getState() == Thread.State.WAITING);
        Await.that("it spins", () -> isIn(spins.getStackTrace(), "spin"));
        for (String method : new String[] {"spin", "initialize"}) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            System.out.println(
                    method + ": " + count(threads.getThreadInfo(threads.getAllThreadIds(), 100), method) + ", "
                            + count(threads.dumpAllThreads(true, true), method) + ", "
                            + count(Thread.getAllStackTraces().values().stream(), method));
        }
        isOver = true;
        END.countDown();
        Task.finish(spins, initializes);
    }

    private static long count(ThreadInfo[] infos, String method) {
        return count(Arrays.stream(infos).filter(each -> each != null).map(ThreadInfo::getStackTrace), method);
    }

    private static long count(Stream<StackTraceElement[]> traces, String method) {
        return traces.filter(each -> isIn(each, method)).count();
    }

    private static boolean isIn(StackTraceElement[] trace, String method) {
        return Arrays.stream(trace).anyMatch(each -> each.getMethodName().equals(method));
    }
}
