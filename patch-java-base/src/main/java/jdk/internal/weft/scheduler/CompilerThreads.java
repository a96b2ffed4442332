package jdk.internal.weft.scheduler;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the VM's just-in-time compilers have work, by what the kernel says of their threads: one that waits for a
 * processor has work, too, so that the answer is the same on a busy machine. Not thread-safe.
 */
final class CompilerThreads {
    /** The VM starts and ends such threads by their work. */
    private static final long KNOWN_NANOS = 10_000_000_000L;

    /** For so long what was seen is taken to be so. */
    private static final long FRESH_NANOS = 5_000_000;

    private final KernelThread kernel;
    private final File tasks;
    private List<String> stats = List.of();
    private boolean areKnown;
    private long lookedAt;
    private int busy;
    private boolean haveAnswered;
    private long answeredAt;

    /** Asks by that reader, in that folder of the kernel's, which has one for each thread of the process. */
    CompilerThreads(KernelThread kernel, File tasks) {
        this.kernel = kernel;
        this.tasks = tasks;
    }

    /**
     * Whether one of them runs, or waits for a processor; false if the kernel does not tell. Makes objects now and
     * then.
     *
     * @param now a time of {@code System.nanoTime}
     */
    boolean areBusy(long now) {
        return busy(now) > 0;
    }

    /** How many of them do; without memory to ask for that, what it was before. */
    int busy(long now) {
        if (!haveAnswered || now - answeredAt >= FRESH_NANOS) {
            haveAnswered = true;
            answeredAt = now;
            try {
                busy = count(now);
            } catch (OutOfMemoryError e) {
                // the caller's other work may be what gives memory back
            }
        }
        return busy;
    }

    private int count(long now) {
        if (!areKnown || now - lookedAt >= KNOWN_NANOS) {
            areKnown = true;
            lookedAt = now;
            stats = find();
        }
        int count = 0;
        for (String each : stats) {
            count += kernel.isRunnable(each) ? 1 : 0;
        }
        return count;
    }

    @SuppressWarnings("removal")
    private List<String> find() {
        // the checks of a security manager are the program's code
        String[] ids = System.getSecurityManager() == null ? tasks.list() : null;
        List<String> found = new ArrayList<>();
        for (String id : ids == null ? new String[0] : ids) {
            String stat = tasks.getPath().concat("/").concat(id).concat("/stat");
            if (kernel.isNamed(stat, "(C1 CompilerThre") || kernel.isNamed(stat, "(C2 CompilerThre")) {
                found.add(stat);
            }
        }
        return found;
    }
}
