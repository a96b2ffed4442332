package dev.weft.agent.dump;

import java.io.IOException;

/** Is told what a dump says, in this order. */
public interface DumpListener {
    /** The first of all. */
    void begin(long pid, String runtimeVersion, long liveFibers) throws IOException;

    /** One thread. */
    void thread(ThreadEntry thread) throws IOException;

    /** Threads of which each waits for the next one, and the last for the first; called for each such cycle. */
    void deadlock(long[] ids) throws IOException;

    /** The last of all; so many virtual threads are not listed, since nothing but the program refers to them. */
    void end(long unlisted) throws IOException;
}
