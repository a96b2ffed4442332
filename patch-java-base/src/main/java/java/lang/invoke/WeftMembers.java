package java.lang.invoke;

import static java.lang.invoke.MethodHandleNatives.Constants.MN_IS_CONSTRUCTOR;
import static java.lang.invoke.MethodHandleNatives.Constants.MN_IS_FIELD;
import static java.lang.invoke.MethodHandleNatives.Constants.MN_IS_METHOD;
import static java.lang.invoke.MethodHandleNatives.Constants.MN_REFERENCE_KIND_SHIFT;
import static java.lang.invoke.MethodHandleNatives.Constants.REF_getField;
import static java.lang.invoke.MethodHandleNatives.Constants.REF_getStatic;

import jdk.internal.weft.agent.HostAccess;
import jdk.internal.weft.agent.Refusals;
import sun.invoke.util.VerifyAccess;

/** Has the VM resolve members as it does for the instructions of a class, access control included (JVMS 5.4.3). */
final class WeftMembers extends HostAccess {
    private WeftMembers() {}

    @Override
    protected int resolve(Class<?> host, Class<?> owner, String name, String desc, int kind) {
        try {
            MemberName found = MethodHandleNatives.resolve(unresolved(owner, name, desc, kind), host, ALL_MODES, true);
            boolean isAllowed = found != null && mayUse(host, owner, found);
            return !isAllowed ? UNSURE : found.isPublic() ? ALLOWED_TO_ALL : ALLOWED;
        } catch (ClassNotFoundException | LinkageError e) {
            return UNSURE;
        }
    }

    @Override
    protected void link(Class<?> host, Class<?> owner, String name, String desc, int kind) {
        try {
            MemberName found = MethodHandleNatives.resolve(unresolved(owner, name, desc, kind), host, ALL_MODES, false);
            if (!mayUse(host, owner, found)) {
                throw new IllegalAccessError(
                        Refusals.ofField(host, found.getDeclaringClass(), name, found.getModifiers()));
            }
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }

    @Override
    protected long offsetOf(Class<?> host, String name, String desc, boolean isStatic) {
        byte kind = isStatic ? REF_getStatic : REF_getField;
        try {
            MemberName found = MethodHandleNatives.resolve(unresolved(host, name, desc, kind), host, ALL_MODES, false);
            return isStatic
                    ? MethodHandleNatives.staticFieldOffset(found)
                    : MethodHandleNatives.objectFieldOffset(found);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }

    /** The VM checks the access to methods alone. */
    private static boolean mayUse(Class<?> host, Class<?> owner, MemberName found) {
        return !found.isField()
                || VerifyAccess.isMemberAccessible(
                        owner, found.getDeclaringClass(), found.getModifiers(), host, null, ALL_MODES);
    }

    /** With the descriptor as text, so that no class of it is loaded. */
    private static MemberName unresolved(Class<?> owner, String name, String desc, int kind) {
        MemberName member = new MemberName();
        int is = MethodHandleNatives.refKindIsField((byte) kind)
                ? MN_IS_FIELD
                : MethodHandleNatives.refKindIsConstructor((byte) kind) ? MN_IS_CONSTRUCTOR : MN_IS_METHOD;
        WeftFields.init(member, owner, name, desc, is | kind << MN_REFERENCE_KIND_SHIFT);
        return member;
    }
}
