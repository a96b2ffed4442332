package dev.weft.agent.dump;

import java.io.IOException;

/** Is told what a dump says, in this order. */
public interface DumpListener {
    /** The first of all. */
    void begin(long pid, String runtimeVersion, long liveFibers) throws IOException;

    /** One thread. */
    void thread(ThreadEntry thread) throws IOException;

    /** The threads that wait for each other; not called if there are none. */
    void deadlock(long[] ids) throws IOException;

    /** The last of all; so many virtual threads are not listed, since nothing but the program refers to them. */
    void end(long unlisted) throws IOException;
}
