package java.weft;

/**
 * A continuation, as far as fibers know one that run into its suspension: what an unwinding is for, and who takes the
 * frames in the end. There is one implementation, {@code jdk.internal.weft.continuation.ContinuationImpl}, which has
 * the contracts.
 */
public abstract class Delimiter extends OuterFrames {
    /** For the one implementation. */
    protected Delimiter() {}

    /**
     * Takes the frames of {@link CarrierContext#target}, which this is, off those that have been saved or were parked.
     * Called by the trampoline that runs these frames, which is not its own.
     */
    public abstract void takeFrames(CarrierContext c);

    /** The unwinding for its suspension has met a frame that cannot be left, and goes back. */
    public abstract void refuse(CarrierContext c);

    /** What the unwinding for a suspension is to suspend: the target, else the innermost continuation. */
    public static Delimiter ofUnwinding(CarrierContext c) {
        Delimiter target = c.target;
        for (OuterFrames at = c.pinned; target == null; at = at.outer) {
            target = at instanceof Delimiter ? (Delimiter) at : null;
        }
        return target;
    }
}
