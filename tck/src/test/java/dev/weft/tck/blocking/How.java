package dev.weft.tck.blocking;

/** What a fiber that waits does to its carrier. */
public enum How {
    /** The fiber is parked; the carrier runs others. */
    FREED,
    /** The carrier waits in the kernel, and another one takes its place. */
    REPLACED,
    /** The runtime knows that the carrier waits for its fiber, and replaces it at once. */
    PINNED;

    /** As in the table. */
    public String text() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
