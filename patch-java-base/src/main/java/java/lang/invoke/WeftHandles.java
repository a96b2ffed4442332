package java.lang.invoke;

import java.weft.CarrierContext;
import java.weft.blocking.Sleep;
import java.weft.entry.WovenCode;

/**
 * Method handles of the natives that mean the fiber and not its carrier: {@code wait}, {@code notify} and
 * {@code notifyAll} of Object, {@code currentThread}, {@code holdsLock} and {@code sleep} of Thread, {@code nanoTime}
 * and {@code currentTimeMillis} of System. They lead to what woven code calls, have the types that the plain handles
 * would have, and are revealed as those.
 */
final class WeftHandles {
    private WeftHandles() {}

    /** The handle in place of a direct one, or null if the method is none of those. */
    static MethodHandle of(
            byte refKind, Class<?> refc, MemberName method, MethodHandles.Lookup lookup, boolean restrictsReceiver)
            throws IllegalAccessException {
        Class<?> host = method.getDeclaringClass();
        if (host != Object.class && host != Thread.class && host != System.class || !isSubstituted(host, method)) {
            return null;
        }
        boolean hasReceiver = host == Object.class;
        MethodType own = method.getMethodType();
        MethodType type = hasReceiver ? own.insertParameterTypes(0, Object.class) : own;
        boolean isSleep = method.getName().equals("sleep");
        MethodHandle target;
        try {
            target = MethodHandles.Lookup.IMPL_LOOKUP.findStatic(
                    isSleep ? Sleep.class : WovenCode.class, isSleep ? "sleepPlain" : method.getName(), type);
        } catch (NoSuchMethodException e) {
            throw new InternalError(e);
        }
        boolean isSpecial = refKind == MethodHandleNatives.Constants.REF_invokeSpecial;
        if (hasReceiver) {
            Class<?> receiver = isSpecial && restrictsReceiver ? lookup.lookupClass() : refc;
            target = target.asType(type.changeParameterType(0, receiver));
        }
        return MethodHandleImpl.makeWrappedMember(target, method, isSpecial);
    }

    /**
     * Refuses what the weaver has added to a class: twins, and accessors of classes of the JDK.
     *
     * @throws NoSuchMethodException if that is what the lookup looks for, and it is not the JDK's own
     */
    static void refuseWoven(MethodHandles.Lookup lookup, Class<?> refc, String name, MethodType type)
            throws NoSuchMethodException {
        int count = type.parameterCount();
        Class<?> last = count == 0 ? null : type.parameterType(count - 1);
        boolean isTwin = last == CarrierContext.class;
        boolean isAccessor =
                name.startsWith("weft$") && count > 0 && type.parameterType(0).getClassLoader() == null;
        if ((isTwin || isAccessor) && lookup.lookupClass().getModule() != Object.class.getModule()) {
            throw new NoSuchMethodException("no such method: " + refc.getName() + "." + name + type);
        }
    }

    private static boolean isSubstituted(Class<?> host, MemberName method) {
        switch (method.getName()) {
            case "wait":
                // wait0 is another one; all of this name are substituted
            case "notify":
            case "notifyAll":
                return host == Object.class;
            case "currentThread":
            case "holdsLock":
                return host == Thread.class;
            case "sleep":
                MethodType type = method.getMethodType();
                return host == Thread.class && type.parameterCount() == 1 && type.parameterType(0) == long.class;
            case "nanoTime":
            case "currentTimeMillis":
                return host == System.class;
            default:
                return false;
        }
    }
}
