package java.weft;

/** A heap frame that is written by hand: it resumes itself. Its class is its {@link #host}. */
public abstract class RuntimeFrame extends Frame {
    private static final Resumer SELF = new Self();

    /** For the runtime. */
    protected RuntimeFrame() {
        host = getClass();
    }

    /** Does the rest, as {@link Frame#resumeNext} says of a frame's method. */
    public abstract void resume(Cont cont) throws Throwable;

    @Override
    final Resumer resumer() {
        return SELF;
    }

    private static final class Self extends Resumer {
        @Override
        public void resume(Frame frame, Cont cont) throws Throwable {
            ((RuntimeFrame) frame).resume(cont);
        }
    }
}
