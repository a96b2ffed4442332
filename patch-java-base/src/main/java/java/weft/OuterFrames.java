package java.weft;

/**
 * What a trampoline that stands on the stack of a twin hides while it runs frames: the parked frames below that twin.
 * Such are {@code Fibers.runPinned}, which runs the frames of an unwinding where a twin must not be left, and
 * {@code ContinuationImpl.enter}, which runs a continuation, and whose frames are those of the {@code ContinuationImpl}
 * itself. Used by one carrier; stack traces of other threads read it racily.
 */
public class OuterFrames {
    /** Parked frames below the twin that stays on the stack, innermost first; null if there are none. */
    public Frame below;

    /** Those of the trampoline further out on the same stack, or null. */
    public OuterFrames outer;

    /** Of no frames yet. */
    public OuterFrames() {}
}
