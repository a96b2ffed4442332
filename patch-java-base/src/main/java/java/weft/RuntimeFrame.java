package java.weft;

import java.util.function.UnaryOperator;

/** A heap frame that is written by hand: it resumes itself. Its point is that of its class, with number 0. */
public abstract class RuntimeFrame extends Frame {
    private static final Resumer SELF = new Self();

    /** For the runtime. */
    protected RuntimeFrame() {
        at = SuspensionPoint.of(getClass(), 0);
        if (at.resumer == null) {
            at.resumer = SELF;
        }
    }

    /** Does the rest, as {@link Frame#resumeNext} says of a frame's method. */
    public abstract void resume(CarrierContext context) throws Throwable;

    /** Puts what the function returns in the place of each object of the program's that it hands on. */
    public void replace(UnaryOperator<Object> function) {}

    private static final class Self extends Resumer {
        @Override
        public void resume(Frame frame, CarrierContext context) throws Throwable {
            ((RuntimeFrame) frame).resume(context);
        }
    }
}
