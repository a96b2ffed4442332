package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Stacks of threads that call, wait and return all the time: each caller is there once, and none is missing. */
public final class MovingStackCases {
    /** Traces to look at that have callers. */
    private static final int TRACES = 100;

    private MovingStackCases() {}

    /** Each of these methods calls the next one twice, so that it goes on between waits in different callers. */
    private static void level1() {
        level2();
        Thread.yield();
        level2();
    }

    private static void level2() {
        level3();
        Thread.yield();
        level3();
    }

    private static void level3() {
        level4();
        level4();
        Thread.yield();
    }

    private static void level4() {
        Thread.yield();
        level5();
        level5();
    }

    private static void level5() {
        Thread.yield();
    }

    /** What looks at the stack of a thread. */
    private interface Look {
        StackTraceElement[] at(Thread thread);
    }

    private static void look(Look look) throws Throwable {
        AtomicBoolean hasEnded = new AtomicBoolean();
        Task task = Task.start(() -> {
            while (!hasEnded.get()) {
                level1();
            }
        });
        int deep = 0;
        try {
            while (deep < TRACES) {
                StackTraceElement[] trace = look.at(task);
                List<String> levels = Arrays.stream(trace)
                        .map(StackTraceElement::getMethodName)
                        .filter(each -> each.startsWith("level"))
                        .toList();
                List<String> expected = IntStream.range(0, levels.size())
                        .mapToObj(each -> "level" + (levels.size() - each))
                        .collect(Collectors.toList());
                Check.equal(expected, levels);
                deep += levels.size() > 1 ? 1 : 0;
            }
        } finally {
            hasEnded.set(true);
        }
        task.finish();
    }

    @Case("getStackTrace of a thread that calls and returns between waits has each caller once")
    public static void ofOne() throws Throwable {
        look(Thread::getStackTrace);
    }

    @Case("ThreadMXBean tells each caller once of a thread that calls and returns between waits")
    public static void withMonitors() throws Throwable {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        look(thread -> {
            ThreadInfo[] infos = bean.getThreadInfo(new long[] {thread.getId()}, true, false);
            return infos[0] == null ? new StackTraceElement[0] : infos[0].getStackTrace();
        });
    }
}
