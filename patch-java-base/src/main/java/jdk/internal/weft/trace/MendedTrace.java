package jdk.internal.weft.trace;

import java.weft.Frame;

/**
 * The trace of a running fiber, and which of its elements come from where. Immutable, but for its arrays, which are not
 * copied.
 */
public final class MendedTrace {
    public final StackTraceElement[] trace;

    /** The parked frames among it, innermost first. */
    public final Frame[] parked;

    private final int[] ofReal;
    private final int[] ofParked;

    public MendedTrace(StackTraceElement[] trace, int[] ofReal, Frame[] parked, int[] ofParked) {
        this.trace = trace;
        this.ofReal = ofReal;
        this.parked = parked;
        this.ofParked = ofParked;
    }

    /** One of no elements. */
    public static MendedTrace none() {
        return new MendedTrace(new StackTraceElement[0], new int[0], new Frame[0], new int[0]);
    }

    /**
     * Index of what stands for an element of the carrier's trace; -1 if nothing does: a frame of the runtime's, or of
     * the carrier.
     */
    public int indexOfReal(int index) {
        return ofReal[index];
    }

    /** Index of what stands for a parked frame; -1 if nothing does. */
    public int indexOfParked(int index) {
        return ofParked[index];
    }
}
