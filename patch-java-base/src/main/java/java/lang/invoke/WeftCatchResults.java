package java.lang.invoke;

import java.weft.CarrierContext;
import java.weft.entry.WovenCode;

/**
 * The results of handles that catch exceptions, of their targets and of what is called for an exception, where they go
 * by the registers of a context. Nothing here makes an object: there may be no memory, and a handler must not be lost.
 */
final class WeftCatchResults {
    private WeftCatchResults() {}

    // ------------------------------------------------------------------------------------------- the target's

    /** {@code (CarrierContext)R}: what to do if the target has suspended, and there is no memory to leave. */
    static MethodHandle stay(Class<?> result) {
        MethodType type = MethodType.methodType(result, CarrierContext.class);
        return MethodHandles.explicitCastArguments(find("stay", basic(result), CarrierContext.class), type);
    }

    /** Runs the target's frames to their end. */
    private static void stay(CarrierContext context) throws Throwable {
        boolean isAskedAgain = true;
        while (isAskedAgain) {
            isAskedAgain = WovenCode.runPinned(context);
        }
    }

    static void stayForV(CarrierContext context) throws Throwable {
        stay(context);
    }

    static Object stayForL(CarrierContext context) throws Throwable {
        stay(context);
        return context.takeA();
    }

    static int stayForI(CarrierContext context) throws Throwable {
        stay(context);
        return context.retI;
    }

    static long stayForJ(CarrierContext context) throws Throwable {
        stay(context);
        return context.retJ;
    }

    static float stayForF(CarrierContext context) throws Throwable {
        stay(context);
        return context.retF;
    }

    static double stayForD(CarrierContext context) throws Throwable {
        stay(context);
        return context.retD;
    }

    // ------------------------------------------------------------------------------------------- the catcher's

    /**
     * {@code (Throwable, Object[], CarrierContext)void}: calls the catcher, and leaves its result. If the catcher
     * suspends, its own frames leave that.
     *
     * @param catcher {@code (T, args, CarrierContext)R}
     * @param count of the arguments
     */
    static MethodHandle resume(MethodHandle catcher, int count) {
        MethodHandle spread = catcher.asSpreader(1, Object[].class, count);
        MethodHandle called =
                MethodHandles.collectArguments(leave(catcher.type().returnType()), 0, spread);
        Class<?> caught = catcher.type().parameterType(0);
        MethodType type = MethodType.methodType(void.class, caught, Object[].class, CarrierContext.class);
        return MethodHandles.permuteArguments(called, type, 0, 1, 2, 2)
                .asType(type.changeParameterType(0, Throwable.class));
    }

    /** {@code (R, CarrierContext)void}, or {@code (CarrierContext)void}. */
    private static MethodHandle leave(Class<?> result) {
        if (result == void.class) {
            return MethodHandles.empty(MethodType.methodType(void.class, CarrierContext.class));
        }
        MethodType type = MethodType.methodType(void.class, result, CarrierContext.class);
        MethodHandle leave = find("leave", void.class, basic(result), CarrierContext.class);
        return MethodHandles.explicitCastArguments(leave, type);
    }

    static void leave(Object result, CarrierContext context) {
        context.retA = result;
    }

    static void leave(int result, CarrierContext context) {
        context.retI = result;
    }

    static void leave(long result, CarrierContext context) {
        context.retJ = result;
    }

    static void leave(float result, CarrierContext context) {
        context.retF = result;
    }

    static void leave(double result, CarrierContext context) {
        context.retD = result;
    }

    /** The type that the VM computes with: an int for what is smaller, a plain object for each reference. */
    private static Class<?> basic(Class<?> type) {
        return LambdaForm.BasicType.basicType(type).basicTypeClass();
    }

    private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
        boolean isTaken = name.equals("stay");
        String suffix = isTaken ? "For" + LambdaForm.BasicType.basicType(result).basicTypeChar() : "";
        return WeftTwins.find(WeftCatchResults.class, name + suffix, result, parameters);
    }
}
