package jdk.internal.weft.scheduler;

/** Something that blocks its carrier; see {@link Carriers#block}. */
public interface Blocker {
    /** Blocks until what is waited for has come. Does not throw. */
    void block();
}
