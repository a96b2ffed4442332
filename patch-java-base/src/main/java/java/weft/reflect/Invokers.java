package java.weft.reflect;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.weft.Invoker;
import java.weft.SuspensionPoint;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.WeftAccessors;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.KeptForClass;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * Finds the invoker of a method or constructor; makes it when it is first asked for. Shared by all copies of a Method
 * object.
 */
final class Invokers {
    /** Stands for: call it plainly. */
    private static final Object NONE = new Object();

    /** Members of classes with longer names are called plainly. */
    private static final int MAX_NAME = 20_000;

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Invokers() {}

    /** The invoker, or null if the method is to be called plainly. */
    static Invoker of(Method method) {
        if (!WeftAccessors.areOwn(method)) {
            return null;
        }
        Object known = JdkAccess.invoker(method);
        if (known == null) {
            try {
                known = ofRoot(method);
            } catch (OutOfMemoryError e) {
                return noneForNow(e);
            }
            JdkAccess.invoker(method, known);
        }
        return known == NONE ? null : (Invoker) known;
    }

    private static Object ofRoot(Method method) {
        Method root = JdkAccess.root(method);
        if (root == null) {
            return make(method);
        }
        Object known = JdkAccess.invoker(root);
        if (known == null) {
            known = WeftAccessors.areOwn(root) ? make(root) : NONE;
            JdkAccess.invoker(root, known);
        }
        return known;
    }

    /** The invoker, or null if the constructor is to be called plainly. */
    static Invoker of(Constructor<?> constructor) {
        if (!WeftAccessors.areOwn(constructor)) {
            return null;
        }
        Object known = JdkAccess.invoker(constructor);
        if (known == null) {
            try {
                known = ofRoot(constructor);
            } catch (OutOfMemoryError e) {
                return noneForNow(e);
            }
            JdkAccess.invoker(constructor, known);
        }
        return known == NONE ? null : (Invoker) known;
    }

    private static Object ofRoot(Constructor<?> constructor) {
        Constructor<?> root = JdkAccess.root(constructor);
        if (root == null) {
            return make(constructor);
        }
        Object known = JdkAccess.invoker(root);
        if (known == null) {
            known = WeftAccessors.areOwn(root) ? make(root) : NONE;
            JdkAccess.invoker(root, known);
        }
        return known;
    }

    /** Without space for its class, for which the plain JDK's call does not ask. */
    private static Invoker noneForNow(OutOfMemoryError error) {
        if (SuspensionPoint.isOfHeap(error)) {
            throw error;
        }
        return null;
    }

    /** The invoker of a method that is called once, whose class is not initialized before; or null. */
    static Invoker ofMain(Method method) {
        Object made = make(method, false);
        return made == NONE ? null : (Invoker) made;
    }

    private static Object make(Executable member) {
        return make(member, true);
    }

    private static Object make(Executable member, boolean initializes) {
        Class<?> host = member.getDeclaringClass();
        // Method objects come and go, whenever memory is short
        Map<Object, Object> ofHost = KeptForClass.of(host);
        String key = key(member);
        Object known = ofHost.get(key);
        if (known == null) {
            Object made = define(member, host);
            Object other = ofHost.putIfAbsent(key, made);
            known = other == null ? made : other;
        }
        if (initializes && known != NONE) {
            // what the initializer throws is not wrapped, unlike what the method throws
            Unsafe.getUnsafe().ensureClassInitialized(host);
        }
        return known;
    }

    /** Name and types: no two members of a class have the same. The JDK's own texts would take lambdas. */
    private static String key(Executable member) {
        StringBuilder key = new StringBuilder(member.getName());
        Class<?>[] parameters = member instanceof Method
                ? JdkAccess.parameterTypes((Method) member)
                : JdkAccess.parameterTypes((Constructor<?>) member);
        for (Class<?> each : parameters) {
            key.append(' ').append(each.getName());
        }
        if (member instanceof Method) {
            key.append(" = ").append(((Method) member).getReturnType().getName());
        }
        return key.toString();
    }

    private static Object define(Executable member, Class<?> host) {
        String name = host.getName().replace('.', '/') + "$weft$I" + NUMBER.incrementAndGet();
        // the words of a class file are not longer than 65,535 bytes (JVMS 4.4.7), of which a letter may take three
        byte[] file =
                name.length() > MAX_NAME ? null : LoadTimeWeaving.generators().invoker(member, name);
        if (file == null) {
            return NONE;
        }
        Class<?> defined = GeneratedClasses.define(name, file, host.getClassLoader(), null);
        try {
            return Unsafe.getUnsafe().allocateInstance(defined);
        } catch (InstantiationException e) {
            throw new InternalError(e);
        }
    }
}
