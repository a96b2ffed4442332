package jdk.internal.weft.agent;

import java.security.ProtectionDomain;
import java.weft.Resumer;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;

/** Classes that the runtime has the generators make, and those that it has them weave. */
public final class GeneratedClasses {
    private GeneratedClasses() {}

    /**
     * Makes and defines the class of the resumer of a suspension point.
     *
     * @throws IllegalStateException if its class file is not to be had
     */
    public static Class<?> defineResumer(Class<?> host, int point) {
        byte[] file = LoadTimeWeaving.generators().resumer(host, point);
        // with the host's domain: what it may do, its resumed frames may, and no more
        ProtectionDomain domain = JdkAccess.getProtectionDomain0(host);
        return Unsafe.getUnsafe().defineClass(null, file, 0, file.length, host.getClassLoader(), domain);
    }

    /** Instantiates a class that was {@linkplain #defineResumer defined}; may be tried again. */
    public static Resumer makeResumer(Class<?> defined, Class<?> host) {
        JdkAccess.points(defined, new Object[] {host});
        try {
            return (Resumer) Unsafe.getUnsafe().allocateInstance(defined);
        } catch (InstantiationException e) {
            throw new InternalError(e);
        }
    }

    /** The class whose method a resumer continues. */
    public static Class<?> hostOf(Class<?> resumer) {
        Object[] known = JdkAccess.points(resumer);
        return known == null ? resumer : (Class<?>) known[0];
    }

    /** Weaves a class that no agent sees; returns the argument where that is not possible (yet). */
    public static byte[] weaveUnseen(byte[] file, Class<?> host) {
        Generators generators = LoadTimeWeaving.generators();
        byte[] woven = generators == null ? null : generators.weaveUnseen(file, host);
        return woven == null ? file : woven;
    }
}
