package dev.weft.weaver.observe;

import dev.weft.agent.dump.DumpListener;
import dev.weft.agent.dump.ThreadEntry;
import java.io.IOException;
import java.util.function.Predicate;

/** Passes on some of the threads. */
public final class DumpFilter implements DumpListener {
    private final DumpListener next;
    private final Predicate<ThreadEntry> wanted;

    /** Passes those on that are wanted. */
    public DumpFilter(DumpListener next, Predicate<ThreadEntry> wanted) {
        this.next = next;
        this.wanted = wanted;
    }

    @Override
    public void begin(long pid, String runtimeVersion, long liveFibers) throws IOException {
        next.begin(pid, runtimeVersion, liveFibers);
    }

    @Override
    public void thread(ThreadEntry thread) throws IOException {
        if (wanted.test(thread)) {
            next.thread(thread);
        }
    }

    @Override
    public void deadlock(long[] ids) throws IOException {
        next.deadlock(ids);
    }

    @Override
    public void end(long unlisted) throws IOException {
        next.end(unlisted);
    }
}
