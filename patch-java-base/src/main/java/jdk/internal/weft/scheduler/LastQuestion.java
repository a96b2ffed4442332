package jdk.internal.weft.scheduler;

/** When the fiber of one carrier was last asked to leave. Not thread-safe. */
final class LastQuestion {
    /** Each question that is in vain costs the fiber some microseconds. */
    private static final long PAUSE_NANOS = 20_000_000;

    private long mount = -1;
    private long at;
    private long used;

    /** Whether the fiber of that mount was asked. */
    boolean isOf(long mount) {
        return mount == this.mount;
    }

    /**
     * Whether the fiber of that mount is to be asked: for the first time, or again, since it has computed for long. On
     * a busy machine time passes while the carrier has no processor, and its fiber cannot go anywhere.
     *
     * @param now a time of {@code System.nanoTime}
     * @param used processor time of the carrier's thread in nanoseconds; 0 if the kernel does not tell, then the other
     *     time counts
     */
    boolean isAnotherDue(long mount, long now, long used) {
        long since = used == 0 ? now - at : used - this.used;
        return !isOf(mount) || since >= PAUSE_NANOS;
    }

    /** It is asked. */
    void ask(long mount, long now, long used) {
        this.mount = mount;
        at = now;
        this.used = used;
    }
}
