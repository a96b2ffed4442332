package java.weft;

import jdk.internal.weft.Fields;
import jdk.internal.weft.Hooks;
import jdk.internal.weft.fiber.ParkedFrames;

/**
 * A place in a twin where it suspends: what heap frames have in place of a class and a number, and all that is known of the
 * place. There is one for each; made when a frame is first saved there, it lives as long as the class. Thread-safe.
 */
public final class SuspensionPoint {
    /** Between definition and publication of a resumer lie a few instructions; a minute allows for a stopped machine. */
    private static final long MAX_WAIT_NANOS = 60_000_000_000L;

    /** No other is tried for so long after one could not be made for want of memory, as each try is a collection or more. */
    private static final long PAUSE_NANOS = 100_000_000L;

    private static volatile long failedAt;
    private static volatile OutOfMemoryError failure;

    /** Class whose twin this is. */
    public final Class<?> host;

    /** Number of the point in {@link #host}. */
    public final int number;

    /** The code that goes on from here, or null as long as nothing did. It has no fields, so that a race does no harm. */
    Resumer resumer;

    /** For who knows where this is in the source: an immutable object, or null. */
    public Object site;

    /** Whether frames of this point hold monitors: null as long as nobody has asked. */
    private Boolean holdsMonitors;

    /** The last frame of this point that several fibers were given, or null. */
    SharedFrame shared;

    private SuspensionPoint(Class<?> host, int number) {
        this.host = host;
        this.number = number;
    }

    /** The one point of that number. */
    public static SuspensionPoint of(Class<?> host, int number) {
        Object[] known = Fields.points(host);
        if (known != null && number < known.length) {
            SuspensionPoint point = (SuspensionPoint) known[number];
            if (point != null) {
                return point;
            }
        }
        return make(host, number);
    }

    private static SuspensionPoint make(Class<?> host, int number) {
        synchronized (SuspensionPoint.class) {
            Object[] known = Fields.points(host);
            int size = known == null ? 0 : known.length;
            if (number < size && known[number] != null) {
                return (SuspensionPoint) known[number];
            }
            SuspensionPoint made = new SuspensionPoint(host, number);
            Object[] grown = new Object[Math.max(size, number + 1)];
            if (known != null) {
                System.arraycopy(known, 0, grown, 0, size);
            }
            grown[number] = made;
            Fields.points(host, grown);
            return made;
        }
    }

    /** True if a frame of this point holds monitors, which it has left when it was suspended. */
    boolean holdsMonitors() {
        Boolean known = holdsMonitors;
        if (known == null) {
            // frames of the runtime hold none; and nobody could tell of some, which are not generated
            known = !ParkedFrames.isRuntime(host.getName()) && AgentHooks.monitors.apply(host, number).length > 0;
            holdsMonitors = known;
        }
        return known;
    }

    /** The point's resumer, which is made when it is first asked for. */
    Resumer resumer() {
        Resumer known = resumer;
        return known == null ? makeResumer() : known;
    }

    /** Two carriers may come at once; only one can define the class, and the other waits for what it publishes. */
    private Resumer makeResumer() {
        Resumer made;
        try {
            made = tryToMake();
        } catch (LinkageError e) {
            String message = e.getMessage();
            boolean isDuplicate = message != null && message.contains("duplicate class definition");
            made = isDuplicate ? awaitOther() : null;
            if (made == null) {
                throw e;
            }
        }
        synchronized (this) {
            resumer = made;
        }
        return made;
    }

    private Resumer tryToMake() {
        OutOfMemoryError last = failure;
        if (last != null) {
            if (System.nanoTime() - failedAt < PAUSE_NANOS) {
                throw last;
            }
            failure = null;
        }
        try {
            return Hooks.makeResumer(host, number);
        } catch (OutOfMemoryError e) {
            if (!Reserve.spendForResumer()) {
                throw failed(e);
            }
        }
        try {
            return Hooks.makeResumer(host, number);
        } catch (OutOfMemoryError e) {
            throw failed(e);
        }
    }

    private static OutOfMemoryError failed(OutOfMemoryError error) {
        failedAt = System.nanoTime();
        failure = error;
        return error;
    }

    private Resumer awaitOther() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < MAX_WAIT_NANOS) {
            Resumer known;
            synchronized (this) {
                known = resumer;
            }
            if (known != null) {
                return known;
            }
            Thread.onSpinWait();
        }
        return null;
    }
}
