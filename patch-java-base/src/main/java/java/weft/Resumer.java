package java.weft;

import jdk.internal.reflect.WeftMagic;

/**
 * Code that resumes the frames of one suspension point; the subclasses are generated at run time, one for each point
 * that was in fact resumed, and defined in the loader and package of the twin's class.
 */
public abstract class Resumer extends WeftMagic {
    /** For generated subclasses. */
    protected Resumer() {}

    /** Continues the method whose state is in {@code frame}; see {@link Frame#resumeNext}. */
    public abstract void resume(Frame frame, CarrierContext context) throws Throwable;
}
