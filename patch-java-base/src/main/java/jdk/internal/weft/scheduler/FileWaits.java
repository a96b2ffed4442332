package jdk.internal.weft.scheduler;

/**
 * Which kinds of {@link FileCalls} are expected to wait. Most are answered from memory, in less time than handing the
 * carrier over would take, and keep it; the {@link Watchdog} sees which really wait. For some calls of such a kind
 * other fibers get another carrier beforehand, until none of them has waited again (docs/decisions/0048).
 *
 * <p>Thread-safe; counts may be lost.
 */
final class FileWaits {
    /** So many calls of a kind expect to wait, after one that did. */
    private static final int EXPECTED = 16;

    /** A call that was longer than handing the carrier over, twice and more, has waited. */
    private static final long WAIT_NANOS = 50_000;

    /** By kind: how many of the next calls expect to wait. */
    private final int[] expecting = new int[FileCalls.NAMES + 1];

    FileWaits() {
        expecting[FileCalls.FORCES] = EXPECTED;
    }

    /** True if a call of that kind is expected to wait. */
    boolean areExpected(int kind) {
        return expecting[kind] > 0;
    }

    /** A call has been seen to wait. */
    void hasWaited(int kind) {
        expecting[kind] = EXPECTED;
    }

    /** A call that was expected to wait has taken so long. */
    void hasTaken(int kind, long nanos) {
        expecting[kind] = nanos >= WAIT_NANOS ? EXPECTED : Math.max(0, expecting[kind] - 1);
    }
}
