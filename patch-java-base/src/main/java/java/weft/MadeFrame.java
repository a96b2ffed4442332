package java.weft;

/** The frame of a forwarder to a constructor: it returns the object when the constructor has returned. */
public final class MadeFrame extends RuntimeFrame {
    private final Object made;

    /** With the object, whose constructor has suspended. */
    public MadeFrame(Object made) {
        this.made = made;
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        context.rethrow();
        context.retA = made;
    }
}
