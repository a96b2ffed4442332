package jdk.internal.weft;

import java.security.ProtectionDomain;
import java.util.function.BiFunction;
import java.weft.AgentHooks;
import java.weft.Resumer;
import jdk.internal.misc.Unsafe;

/** Calls of the generators that the agent lends. */
public final class Hooks {
    private Hooks() {}

    /** True once the agent has started; before, nothing can be resumed, so no thread may be a fiber. */
    public static boolean areReady() {
        return AgentHooks.unseenClasses != null;
    }

    /**
     * Makes and defines the class of the resumer of a suspension point.
     *
     * @throws IllegalStateException if its class file is not to be had
     */
    public static Class<?> defineResumer(Class<?> host, int point) {
        byte[] file = AgentHooks.resumerClassFiles.apply(host, point);
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
        BiFunction<byte[], Class<?>, byte[]> weaver = AgentHooks.unseenClasses;
        if (weaver == null) {
            return file;
        }
        byte[] woven = weaver.apply(file, host);
        return woven == null ? file : woven;
    }
}
