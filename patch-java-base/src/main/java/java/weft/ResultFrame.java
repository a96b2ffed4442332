package java.weft;

/** The innermost heap frame of a fiber that was made to leave behind a call: it returns what that call has returned. */
final class ResultFrame extends RuntimeFrame {
    private final char kind;
    private final Object reference;
    private final long bits;

    private ResultFrame(char kind, Object reference, long bits) {
        this.kind = kind;
        this.reference = reference;
        this.bits = bits;
    }

    /**
     * Makes one, and waits for memory if there is none.
     *
     * @param kind descriptor of the value's type: I, J, F or D, or A for references
     * @param reference the value if it is a reference
     * @param bits the value if it is primitive
     */
    static ResultFrame make(CarrierContext context, char kind, Object reference, long bits) {
        for (; ; ) {
            try {
                return new ResultFrame(kind, reference, bits);
            } catch (OutOfMemoryError e) {
                Reserve.spend(context, e, null);
            }
        }
    }

    @Override
    public void resume(CarrierContext context) {
        context.rethrow();
        context.isBehindCall = true;
        switch (kind) {
            case 'A' -> context.retA = reference;
            case 'I' -> context.retI = (int) bits;
            case 'J' -> context.retJ = bits;
            case 'F' -> context.retF = Float.intBitsToFloat((int) bits);
            default -> context.retD = Double.longBitsToDouble(bits);
        }
    }
}
