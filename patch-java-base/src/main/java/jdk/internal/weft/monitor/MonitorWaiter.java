package jdk.internal.weft.monitor;

/** A thread in {@link RealWait#untilAdmitted}, for those who look at it from outside: it is BLOCKED, not waiting. */
final class MonitorWaiter extends Link {
    private static final IdentityTable TABLE = new IdentityTable();

    private final Object monitor;

    private MonitorWaiter(Thread kernelThread, Object monitor) {
        super(kernelThread, System.identityHashCode(kernelThread));
        this.monitor = monitor;
    }

    /** Shows that the calling kernel thread waits; null if it does already, or memory is out: that is only for show. */
    static MonitorWaiter show(Object monitor) {
        Thread thread = Thread.currentThread();
        if (TABLE.find(thread) != null) {
            return null;
        }
        try {
            MonitorWaiter waiter = new MonitorWaiter(thread, monitor);
            TABLE.add(waiter);
            return waiter;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** The reverse. */
    void hide() {
        TABLE.remove(this);
    }

    /** What the kernel thread waits to enter, or null. */
    static Object monitorOf(Thread kernelThread) {
        MonitorWaiter waiter = (MonitorWaiter) TABLE.find(kernelThread);
        return waiter == null ? null : waiter.monitor;
    }
}
