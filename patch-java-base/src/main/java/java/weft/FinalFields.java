package java.weft;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.agent.HostAccess;

/**
 * Writes final fields on behalf of a resumed constructor. A class of its own, so that {@code WovenCode}, which the VM
 * needs in its first moments, does not initialize {@code Unsafe} before the VM has set its constants.
 */
public final class FinalFields {
    private static final Unsafe U = Unsafe.getUnsafe();

    private FinalFields() {}

    /**
     * The end of a resumed constructor (JLS 17.5.1): who is handed the object by a race sees its final fields as they
     * are now. The VM orders these writes in methods that it knows to be constructors, and a resumer is none.
     */
    public static void freeze() {
        U.storeFence();
    }

    /**
     * Writes a final field in the rest of a constructor; its name is followed by a dot and its type if it is static, or
     * others have the name too. The target of a static field is the host.
     */
    public static void putFinal(Object target, Object value, Class<?> host, String name) {
        U.putReference(target, offset(target, host, name), value);
    }

    /** As above, for int. */
    public static void putFinal(Object target, int value, Class<?> host, String name) {
        U.putInt(target, offset(target, host, name), value);
    }

    /** As above, for boolean. */
    public static void putFinal(Object target, boolean value, Class<?> host, String name) {
        U.putBoolean(target, offset(target, host, name), value);
    }

    /** As above, for byte. */
    public static void putFinal(Object target, byte value, Class<?> host, String name) {
        U.putByte(target, offset(target, host, name), value);
    }

    /** As above, for char. */
    public static void putFinal(Object target, char value, Class<?> host, String name) {
        U.putChar(target, offset(target, host, name), value);
    }

    /** As above, for short. */
    public static void putFinal(Object target, short value, Class<?> host, String name) {
        U.putShort(target, offset(target, host, name), value);
    }

    /** As above, for long. */
    public static void putFinal(Object target, long value, Class<?> host, String name) {
        U.putLong(target, offset(target, host, name), value);
    }

    /** As above, for float. */
    public static void putFinal(Object target, float value, Class<?> host, String name) {
        U.putFloat(target, offset(target, host, name), value);
    }

    /** As above, for double. */
    public static void putFinal(Object target, double value, Class<?> host, String name) {
        U.putDouble(target, offset(target, host, name), value);
    }

    /** In place of a write that the VM refuses (JVMS 6.5 putfield, putstatic). */
    public static void refuse(String message) {
        throw new IllegalAccessError(message);
    }

    private static long offset(Object target, Class<?> host, String name) {
        int dot = name.indexOf('.');
        if (target == null) {
            throw new NullPointerException("Cannot assign field \"" + (dot < 0 ? name : name.substring(0, dot)) + "\"");
        }
        if (dot < 0) {
            return U.objectFieldOffset(host, name);
        }
        // HotSpot has static fields in the class object: it is what staticFieldBase returns
        return HostAccess.offset(host, name.substring(0, dot), name.substring(dot + 1), target == host);
    }
}
