package dev.weft;

import java.io.IOException;
import java.util.Map;

/**
 * What JMX knows of the fibers of a program: {@code dev.weft:type=Fibers} of the platform's MBean server. All values
 * are snapshots.
 */
public interface FibersMXBean {
    /** Number of fibers that are started and have not ended. */
    long getLive();

    /** Most that were live at once; may be too low by a few per processor. */
    long getPeak();

    /** How many were started so far. */
    long getStarted();

    /** Number of carriers that run fibers at the same time, as long as none is blocked. */
    int getParallelism();

    /**
     * Changes that, for fibers that run from now on. Carriers that become too many rest when they have done with their
     * fibers.
     *
     * @throws IllegalArgumentException if it is less than 1 or more than 32767
     */
    void setParallelism(int parallelism);

    /** Number of carriers that there are. */
    int getCarriers();

    /** How many of these are blocked by a pinned fiber, or are found stuck in one. */
    int getBlockedCarriers();

    /** How many of these have a fiber mounted. */
    int getMounted();

    /** How many fibers wait for a carrier. */
    long getQueued();

    /** How many of these wait in the queue that all carriers share: platform threads have woken them, for instance. */
    long getSharedQueued();

    /** How many of these have computed for a whole slice, and let others go first. */
    long getBackgroundQueued();

    /** How many timed waits are noted; those that have ended before their time are among them for a while. */
    long getTimers();

    /**
     * How many of the live fibers are in which state, by the names of {@link Thread.State}. To count them is to look at
     * each: it is not done again before twenty times as long has passed.
     */
    Map<String, Long> getStates();

    /** How often a fiber was mounted by a carrier of the default scheduler. */
    long getMounts();

    /** How often a fiber has blocked its carrier. */
    long getPinned();

    /**
     * Where: all that is known of {@link #getPinned}, the most frequent first. Exact while pins are few; of many only
     * some are looked at, each of which stands for those before it.
     */
    PinSite[] getPinSites();

    /** Number of sockets, pipes and other descriptors for which fibers wait. */
    int getPolledDescriptors();

    /** How often a fiber that computed was made to leave its carrier; see {@code weft.preemption}. */
    long getPreempted();

    /**
     * Writes all threads, fibers and platform threads, to a new file of the program's machine, as {@code weft dump}
     * shows them; like {@code com.sun.management.HotSpotDiagnosticMXBean.dumpThreads} of newer JDKs.
     *
     * @param outputFile an absolute path
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if it is not absolute
     * @throws IOException if there is such a file, or it cannot be written
     */
    void dumpThreads(String outputFile, ThreadDumpFormat format) throws IOException;

    /** Forms of dumps. */
    enum ThreadDumpFormat {
        /** To be read. */
        TEXT_PLAIN,
        /** In the schema of JDK 25's {@code Thread.dump_to_file -format=json}, with more fields. */
        JSON
    }

    /** A place where fibers have blocked their carriers. */
    interface PinSite {
        /**
         * The frame that cannot be left; empty if a monitor cannot be left, and {@code ..} for all places that came
         * when there were some hundred others.
         */
        String getFrame();

        /** Why it cannot be left, as in events of JFR. */
        String getReason();

        /** How often. */
        long getCount();
    }
}
