package java.weft;

/**
 * The innermost heap frame of a fiber that leaves between two frames: it returns what the inner one has returned, of
 * whatever type.
 */
final class RegistersFrame extends RuntimeFrame {
    private final Object reference;
    private final int number;
    private final long longNumber;
    private final float floatNumber;
    private final double doubleNumber;

    /** Takes what the registers hold. */
    RegistersFrame(CarrierContext context) {
        reference = context.takeA();
        number = context.retI;
        longNumber = context.retJ;
        floatNumber = context.retF;
        doubleNumber = context.retD;
    }

    @Override
    public void resume(CarrierContext context) {
        context.rethrow();
        context.isBehindCall = true;
        context.retA = reference;
        context.retI = number;
        context.retJ = longNumber;
        context.retF = floatNumber;
        context.retD = doubleNumber;
    }
}
