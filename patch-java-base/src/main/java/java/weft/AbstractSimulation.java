package java.weft;

/** Who decides whose turn it is, and what time, for fibers of a {@code DeterministicScheduler}. */
public abstract class AbstractSimulation {
    /** For the one implementation. */
    protected AbstractSimulation() {}

    /** Whether the fiber that has suspended with these frames, to make way, is to wait for its next turn. */
    public abstract boolean isToSwitch(Frame innermost);

    /** A fiber is about to enter a monitor: true if it is to ask {@link #isToSwitch} first. */
    public abstract boolean isToMakeWay(AbstractFiber fiber);

    /** {@code System.nanoTime} of the fibers. */
    public abstract long nanoTime();

    /** {@code System.currentTimeMillis} of the fibers. */
    public abstract long currentTimeMillis();

    /** {@code VM.getNanoTimeAdjustment} of the fibers. */
    public abstract long getNanoTimeAdjustment(long offsetInSeconds);
}
