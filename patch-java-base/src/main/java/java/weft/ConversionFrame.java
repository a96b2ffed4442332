package java.weft;

/** The heap frame of a forwarder (a lambda proxy, for instance) that converts its target's result. */
public final class ConversionFrame extends RuntimeFrame {
    private final String conversions;
    private final Class<?> cast;

    private ConversionFrame(String conversions, Class<?> cast) {
        this.conversions = conversions;
        this.cast = cast;
    }

    /**
     * Makes one, and waits for memory if there is none.
     *
     * @param conversions one letter for each: see {@code ForwarderWeaver}
     * @param cast what the result must be in the end; null for anything
     */
    public static ConversionFrame make(CarrierContext context, String conversions, Class<?> cast) {
        for (; ; ) {
            try {
                return new ConversionFrame(conversions, cast);
            } catch (OutOfMemoryError e) {
                Reserve.spend(context, e, null);
            }
        }
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        context.rethrow();
        for (int i = 0; i < conversions.length(); i++) {
            if (conversions.charAt(i) == 'n') {
                convertNumber(context, conversions.charAt(++i));
            } else {
                convert(context, conversions.charAt(i));
            }
        }
        if (cast != null && context.retA != null && !cast.isInstance(context.retA)) {
            throw WrongClass.of(context.takeA().getClass(), cast);
        }
    }

    private static void convert(CarrierContext c, char kind) {
        switch (kind) {
            case 'Z' -> c.retA = c.retI != 0;
            case 'B' -> c.retA = (byte) c.retI;
            case 'C' -> c.retA = (char) c.retI;
            case 'S' -> c.retA = (short) c.retI;
            case 'I' -> c.retA = c.retI;
            case 'J' -> c.retA = c.retJ;
            case 'F' -> c.retA = c.retF;
            case 'D' -> c.retA = c.retD;
            case 'z' -> c.retI = (Boolean) unboxed(c) ? 1 : 0;
            case 'c' -> c.retI = (Character) unboxed(c);
            case 'b' -> c.retI = (Byte) unboxed(c);
            case 's' -> c.retI = (Short) unboxed(c);
            case 'i' -> c.retI = (Integer) unboxed(c);
            case 'j' -> c.retJ = (Long) unboxed(c);
            case 'f' -> c.retF = (Float) unboxed(c);
            case 'd' -> c.retD = (Double) unboxed(c);
            case 'v' -> c.retA = null;
            default -> convertPrimitive(c, kind - '0');
        }
    }

    /** What is to be unboxed. The VM gives no message for a null in a hidden class, as those of lambdas are. */
    private static Object unboxed(CarrierContext context) {
        Object value = context.takeA();
        if (value == null) {
            throw new NullPointerException();
        }
        return value;
    }

    /** Unboxes any number, as lambda proxies do whose target may return any object. */
    private static void convertNumber(CarrierContext c, char kind) {
        Number number = (Number) unboxed(c);
        switch (kind) {
            case 'b' -> c.retI = number.byteValue();
            case 's' -> c.retI = number.shortValue();
            case 'i' -> c.retI = number.intValue();
            case 'j' -> c.retJ = number.longValue();
            case 'f' -> c.retF = number.floatValue();
            case 'd' -> c.retD = number.doubleValue();
            default -> throw new InternalError("conversion n" + kind);
        }
    }

    /** The instructions I2L to I2S, numbered from 0 (JVMS 6.5). */
    @SuppressWarnings("SelfAssignment") // it narrows
    private static void convertPrimitive(CarrierContext c, int kind) {
        switch (kind) {
            case 0 -> c.retJ = c.retI;
            case 1 -> c.retF = c.retI;
            case 2 -> c.retD = c.retI;
            case 3 -> c.retI = (int) c.retJ;
            case 4 -> c.retF = c.retJ;
            case 5 -> c.retD = c.retJ;
            case 6 -> c.retI = (int) c.retF;
            case 7 -> c.retJ = (long) c.retF;
            case 8 -> c.retD = c.retF;
            case 9 -> c.retI = (int) c.retD;
            case 10 -> c.retJ = (long) c.retD;
            case 11 -> c.retF = (float) c.retD;
            case 12 -> c.retI = (byte) c.retI;
            case 13 -> c.retI = (char) c.retI;
            case 14 -> c.retI = (short) c.retI;
            default -> throw new InternalError("conversion " + kind);
        }
    }
}
