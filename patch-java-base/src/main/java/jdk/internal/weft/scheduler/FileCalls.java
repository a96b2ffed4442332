package jdk.internal.weft.scheduler;

import java.weft.CarrierContext;

/**
 * Calls of the kernel that may wait for a disk, by kind, tell the carrier on which they are made; other threads may
 * tell as well, to no effect. See {@link FileWaits}.
 */
public final class FileCalls {
    /** Reads of regular files. */
    public static final int READS = 1;

    /** Writes of regular files, which wait when too many pages are dirty. */
    public static final int WRITES = 2;

    /** Files are forced to their disks. */
    public static final int FORCES = 3;

    /** Files are looked for, opened, made, renamed, listed. */
    public static final int NAMES = 4;

    private FileCalls() {}

    /** A call of that kind begins. */
    public static void begin(int kind) {
        CarrierContext context = CarrierContext.of(Thread.currentThread());
        if (context != null && context.carrier instanceof Worker) {
            ((Worker) context.carrier).beginsFileCall(kind);
        }
    }

    /** The call has returned. One that throws need not tell: the carrier's next one ends it, or its next fiber. */
    public static void end() {
        CarrierContext context = CarrierContext.of(Thread.currentThread());
        if (context != null && context.carrier instanceof Worker) {
            ((Worker) context.carrier).endsFileCall();
        }
    }
}
