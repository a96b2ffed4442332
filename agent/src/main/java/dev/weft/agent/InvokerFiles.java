package dev.weft.agent;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.Substitutions;
import dev.weft.agent.twin.InvokerGenerator;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Class files of invokers: which methods and constructors have one. Safe for use by several threads. */
final class InvokerFiles {
    /** Natives that have twins, which a recipe has written. */
    private static final Set<String> OF_THREAD = Set.of(
            "public static native void java.lang.Thread.sleep(long) throws java.lang.InterruptedException",
            "public static native void java.lang.Thread.yield()");

    private final LazyWeaver weaver;

    InvokerFiles(LazyWeaver weaver) {
        this.weaver = weaver;
    }

    /** The class file of the member's invoker, which gets that name; null if the member is to be called plainly. */
    byte[] of(Executable member, String name) {
        Class<?> host = member.getDeclaringClass();
        boolean isStaticOfThread = host == Thread.class && OF_THREAD.contains(member.toString());
        boolean isWoven = !host.isHidden() && !Modifier.isNative(member.getModifiers());
        return isStaticOfThread || isWoven && isReachable(host, member)
                ? InvokerGenerator.generate(member, name)
                : null;
    }

    private boolean isReachable(Class<?> host, Executable member) {
        String owner = host.getName().replace('.', '/');
        if (ImageModules.contain(host.getModule()) && !weaver.world().isJdkClass(owner)) {
            // put there by the program: libraries that generate classes do so to reach what is private
            return false;
        }
        if (Proxy.isProxyClass(host) && (member instanceof Constructor || Modifier.isStatic(member.getModifiers()))) {
            // of a proxy only what asks its handler has a twin
            return false;
        }
        if (member instanceof Constructor) {
            String desc = Type.getConstructorDescriptor((Constructor<?>) member);
            return !Modifier.isAbstract(host.getModifiers())
                    && (host.getModifiers() & Opcodes.ACC_ENUM) == 0
                    && Names.canHaveTwin("<init>", desc, false)
                    && weaver.world().callsTwin(owner, "<init>", desc, Opcodes.INVOKESPECIAL);
        }
        boolean isStatic = Modifier.isStatic(member.getModifiers());
        String desc = Type.getMethodDescriptor((Method) member);
        int call = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL;
        return Names.canHaveTwin(member.getName(), desc, isStatic)
                && Substitutions.inTwin(owner, member.getName(), desc, isStatic) == null
                && weaver.world().callsTwin(owner, member.getName(), desc, call);
    }
}
