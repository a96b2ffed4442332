package jdk.internal.weft.scheduler;

/** What the {@link Watchdog} has seen of one carrier, when it last looked. */
final class Watch {
    private long mounts;
    private long since;
    private boolean looksBlocked;
    private long nanos;
    private long nanosBefore;

    /** Looks at a carrier that runs; returns for how many nanoseconds it has had the same fiber, at least. */
    long look(Carrier carrier, long now) {
        long seen = carrier.mounts();
        if (seen != mounts || since == 0) {
            mounts = seen;
            since = now;
            nanosBefore = 0;
            looksBlocked = false;
        }
        return now - since;
    }

    /** The carrier does not run: what was seen is over. */
    void forget() {
        since = 0;
    }

    /**
     * Whether the thread is blocked, by what the kernel says; by what the VM says, if the kernel does not.
     *
     * @return true if it was at the last look too, and has used no processor time since
     */
    boolean isBlocked(Carrier carrier, KernelThread kernel) {
        boolean knows = kernel.look(carrier.kernelId());
        boolean was = looksBlocked && (!knows || kernel.nanos() == nanos);
        looksBlocked = knows ? kernel.isBlocked() : carrier.thread().getState() != Thread.State.RUNNABLE;
        nanos = knows ? kernel.nanos() : 0;
        nanosBefore = nanosBefore == 0 ? nanos : nanosBefore;
        return was && looksBlocked;
    }

    /** Processor time of the thread since it was first looked at with its fiber, in nanoseconds; -1 if the kernel does not tell. */
    long used() {
        return nanos == 0 ? -1 : nanos - nanosBefore;
    }

    /** Whether the thread was blocked at the last look; one look may be deceived. */
    boolean looksBlocked() {
        return looksBlocked;
    }
}
