package java.lang.invoke;

import java.lang.invoke.LambdaForm.Name;
import java.lang.invoke.MethodHandleImpl.Intrinsic;
import java.util.ArrayList;
import java.util.List;
import java.weft.CarrierContext;

/**
 * The twins of handles that catch exceptions ({@code MethodHandles.catchException}). In Java:
 *
 * <pre>
 *   try {
 *       R r = target$weft(args, context);
 *       if (!context.isUnwinding()) return r;
 *       try {
 *           keep(exType, catcher, context, args);                         // pushes a WeftCatchFrame
 *           return r;
 *       } catch (OutOfMemoryError e) {
 *           return stay(context);                                         // runs the target's frames here
 *       }
 *   } catch (exType t) {
 *       return catcher$weft(t, args, context);
 *   }
 * </pre>
 */
final class WeftCatches {
    /** With more slots of arguments such a handle is called plainly: they are collected in an array. */
    private static final int MAX_SLOTS = 200;

    /** What the JDK binds to such a handle: target, type, catcher, and two helpers. */
    private static final int VALUES = 5;

    /** Collected arguments, the call, the result. */
    private static final int CALLS = 3;

    private WeftCatches() {}

    /**
     * The twin, or null if the handle does not catch exceptions, or does more. The handle may be the JDK's view of one
     * as another type, for which nothing is converted.
     */
    static MethodHandle twin(BoundMethodHandle handle) {
        MethodType type = handle.type();
        if (!catches(handle.form) || type.parameterSlotCount() > MAX_SLOTS) {
            return null;
        }
        MethodHandle target = (MethodHandle) handle.arg(0);
        Class<? extends Throwable> caught = ((Class<?>) handle.arg(1)).asSubclass(Throwable.class);
        MethodHandle catcher = WeftTwins.twin((MethodHandle) handle.arg(2));
        return MethodHandles.catchException(keeping(target, caught, catcher), caught, catcher)
                .viewAsType(type.appendParameterTypes(CarrierContext.class), false);
    }

    /** True if it is the form that the JDK makes, and nothing was added to it. */
    private static boolean catches(LambdaForm form) {
        Name[] names = form.names;
        int first = form.arity + VALUES;
        if (names.length != first + CALLS
                || names[first].function.intrinsicName() != Intrinsic.GUARD_WITH_CATCH
                || form.result != first + 2) {
            return false;
        }
        for (int i = 1; i < form.arity; i++) {
            if (names[first].arguments[i] != names[i]) {
                return false;
            }
        }
        return names[first].arguments.length == form.arity;
    }

    /** The part below {@code try}. */
    private static MethodHandle keeping(MethodHandle target, Class<?> caught, MethodHandle catcher) {
        MethodHandle twin = WeftTwins.twin(target);
        Class<?> result = target.type().returnType();
        List<Class<?>> all = new ArrayList<>(twin.type().parameterList());
        if (result != void.class) {
            all.add(0, result);
        }
        List<Class<?>> given = all.subList(0, all.size() - 1);
        MethodHandle done = result == void.class
                ? MethodHandles.dropArguments(MethodHandles.zero(void.class), 0, all)
                : MethodHandles.dropArguments(MethodHandles.identity(result), 1, all.subList(1, all.size()));
        MethodHandle test = MethodHandles.dropArguments(WeftTwins.IS_UNWINDING, 0, given);
        MethodHandle leave = MethodHandles.foldArguments(done, keep(target.type(), all, caught, catcher));
        MethodHandle stay = MethodHandles.dropArguments(WeftCatchResults.stay(result), 0, given);
        stay = MethodHandles.dropArguments(stay, 0, OutOfMemoryError.class);
        MethodHandle leaveOrStay = MethodHandles.catchException(leave, OutOfMemoryError.class, stay);
        return MethodHandles.foldArguments(MethodHandles.guardWithTest(test, leaveOrStay, done), twin);
    }

    /**
     * Pushes the frame. Here memory may be lacking, of which nothing has been used then.
     *
     * @param type of the target
     * @param all the result, if there is one, the arguments and the context
     */
    private static MethodHandle keep(MethodType type, List<Class<?>> all, Class<?> caught, MethodHandle catcher) {
        int count = type.parameterCount();
        MethodHandle resume = WeftCatchResults.resume(catcher, count);
        MethodHandle keep = MethodHandles.insertArguments(WeftTwins.KEEP, 0, caught, catcher, resume)
                .asCollector(Object[].class, count)
                .asType(type.insertParameterTypes(0, CarrierContext.class).changeReturnType(void.class));
        int[] order = new int[count + 1];
        order[0] = all.size() - 1;
        for (int i = 0; i < count; i++) {
            order[i + 1] = all.size() - 1 - count + i;
        }
        return MethodHandles.permuteArguments(keep, MethodType.methodType(void.class, all), order);
    }

    /** Leaves for later what catches an exception of the target, which has suspended. */
    static void keep(
            Class<?> caught, MethodHandle catcher, MethodHandle resume, CarrierContext context, Object[] values) {
        context.push(new WeftCatchFrame(caught, catcher, resume, values));
    }

    static boolean isUnwinding(CarrierContext context) {
        return context.isUnwinding();
    }
}
