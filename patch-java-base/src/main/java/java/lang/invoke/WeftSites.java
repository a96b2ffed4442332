package java.lang.invoke;

import java.weft.CarrierContext;

/**
 * Makes the call sites of {@code invokedynamic}. In a twin such an instruction has the context as its last argument,
 * which no bootstrap method is told of: the site that it makes has the author's type, and the twin calls the twin of
 * what the site's target is at that time.
 */
final class WeftSites {
    private WeftSites() {}

    /** Called in place of {@code CallSite.makeSite}. */
    static CallSite makeSite(MethodHandle bootstrap, String name, MethodType type, Object info, Class<?> caller) {
        int last = type.parameterCount() - 1;
        if (last < 0 || type.parameterType(last) != CarrierContext.class) {
            return CallSite.makeSite(bootstrap, name, type, info, caller);
        }
        MethodType own = type.dropParameterTypes(last, last + 1);
        CallSite site = CallSite.makeSite(bootstrap, name, own, info, caller);
        return new ConstantCallSite(WeftTwins.twin(site.dynamicInvoker()));
    }
}
