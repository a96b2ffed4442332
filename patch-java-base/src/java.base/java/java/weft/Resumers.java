package java.weft;

import jdk.internal.weft.Fields;
import jdk.internal.weft.Hooks;

/** Finds the resumer of a suspension point, and has it made when it is first asked for. */
final class Resumers {
    /** Between definition and publication lie a few instructions; a minute allows for a stopped machine. */
    private static final long MAX_WAIT_NANOS = 60_000_000_000L;

    /** No other is tried for so long after one could not be made for want of memory, as each try is a collection or more. */
    private static final long PAUSE_NANOS = 100_000_000L;

    private static volatile long failedAt;
    private static volatile OutOfMemoryError failure;

    private Resumers() {}

    static Resumer of(Class<?> host, int point) {
        Object[] known = Fields.resumers(host);
        if (known != null && point < known.length) {
            Resumer resumer = (Resumer) known[point];
            if (resumer != null) {
                return resumer;
            }
        }
        return make(host, point);
    }

    /** Two carriers may come at once; only one can define the class, and the other waits for what it publishes. */
    private static Resumer make(Class<?> host, int point) {
        Resumer made;
        try {
            made = tryToMake(host, point);
        } catch (LinkageError e) {
            String message = e.getMessage();
            boolean isDuplicate = message != null && message.contains("duplicate class definition");
            made = isDuplicate ? awaitOther(host, point) : null;
            if (made == null) {
                throw e;
            }
        }
        synchronized (Resumers.class) {
            Object[] known = Fields.resumers(host);
            int size = known == null ? 0 : known.length;
            Object[] grown = new Object[Math.max(size, point + 1)];
            if (known != null) {
                System.arraycopy(known, 0, grown, 0, size);
            }
            grown[point] = made;
            Fields.resumers(host, grown);
            return made;
        }
    }

    private static Resumer tryToMake(Class<?> host, int point) {
        OutOfMemoryError last = failure;
        if (last != null) {
            if (System.nanoTime() - failedAt < PAUSE_NANOS) {
                throw last;
            }
            failure = null;
        }
        try {
            return Hooks.makeResumer(host, point);
        } catch (OutOfMemoryError e) {
            if (!Reserve.spendForResumer()) {
                throw failed(e);
            }
        }
        try {
            return Hooks.makeResumer(host, point);
        } catch (OutOfMemoryError e) {
            throw failed(e);
        }
    }

    private static OutOfMemoryError failed(OutOfMemoryError error) {
        failedAt = System.nanoTime();
        failure = error;
        return error;
    }

    private static Resumer awaitOther(Class<?> host, int point) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < MAX_WAIT_NANOS) {
            Object[] known;
            synchronized (Resumers.class) {
                known = Fields.resumers(host);
            }
            if (known != null && point < known.length && known[point] != null) {
                return (Resumer) known[point];
            }
            Thread.onSpinWait();
        }
        return null;
    }
}
