package jdk.internal.weft.agent;

import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;

/** Classes that the runtime has the generators make, and those that it has them weave. */
public final class GeneratedClasses {
    /** Ids of kernel threads that define a class just now which the runtime has made, to its name, with slashes. */
    private static final ConcurrentHashMap<Long, String> DEFINING = new ConcurrentHashMap<>();

    /** Ids of kernel threads to the woven class file of the proxy class that they have made last, and not defined. */
    private static final ConcurrentHashMap<Long, byte[]> PROXIES = new ConcurrentHashMap<>();

    /** By hosts, the classes that their resumers have asked for in vain; with the lock of this class. */
    private static final Map<Class<?>, Map<String, String>> MISSING = new WeakHashMap<>();

    /** Once an agent has changed what makes them: it shows them to itself, and knows each by its name. */
    private static volatile boolean haveLambdasNumbers;

    private GeneratedClasses() {}

    /** Not the thread itself, whose class may say that it is equal to others. */
    private static Long kernelThread() {
        return JdkAccess.tid(Thread.currentThread());
    }

    /** True if the calling thread has had this class file of a proxy class woven, and has not defined it yet. */
    public static boolean isWovenProxy(byte[] file) {
        byte[] made = PROXIES.get(kernelThread());
        return made != null && Arrays.equals(made, file);
    }

    /** The same, once: the class is being defined. It is not to be woven again. */
    public static boolean takeWovenProxy(byte[] file) {
        return isWovenProxy(file) && PROXIES.remove(kernelThread()) != null;
    }

    /** Notes what another agent has made of the proxy class that the calling thread is defining, woven. */
    public static void replaceWovenProxy(byte[] woven) {
        PROXIES.put(kernelThread(), woven);
    }

    /** True if the calling thread is about to define a class of that name which the runtime has made. */
    public static boolean isDefining(String name) {
        return name.equals(DEFINING.get(kernelThread()));
    }

    /** Defines a class that the runtime has made, which is not woven. */
    public static Class<?> define(String name, byte[] file, ClassLoader loader, ProtectionDomain domain) {
        Long kernelThread = kernelThread();
        // the VM may ask a loader of the program's own for the superclass, and that may bring us here again
        String outer = DEFINING.put(kernelThread, name);
        try {
            return Unsafe.getUnsafe().defineClass(name, file, 0, file.length, loader, domain);
        } finally {
            if (outer == null) {
                DEFINING.remove(kernelThread);
            } else {
                DEFINING.put(kernelThread, outer);
            }
        }
    }

    /** The class whose method a resumer continues. */
    public static Class<?> hostOf(Class<?> resumer) {
        Object[] known = JdkAccess.points(resumer);
        return known == null ? resumer : (Class<?>) known[0];
    }

    /** What was said of a class that a resumer of the host has asked for in vain; null if none has. */
    static synchronized String missing(Class<?> host, String name) {
        Map<String, String> known = MISSING.get(host);
        return known == null ? null : known.get(name);
    }

    /** From now on a class counts as not found by all resumers of the host. */
    static synchronized void missing(Class<?> host, String name, String said) {
        Map<String, String> known = MISSING.get(host);
        if (known == null) {
            known = new HashMap<>();
            MISSING.put(host, known);
        }
        known.put(name, said);
    }

    /**
     * Weaves a class that the program defines by a {@code Lookup}, if that is of a class of the JDK, whose classes come
     * woven: the agent is not shown them, or leaves them as they are. Others it weaves as they are defined.
     */
    public static byte[] weaveDefined(byte[] file, Class<?> neighbour) {
        Generators generators = LoadTimeWeaving.generators();
        boolean mayBeOfJdk = generators != null && neighbour.getModule().isNamed();
        return mayBeOfJdk
                ? generators.weaveBesideJdk(
                        new ClassFile(neighbour.getModule(), neighbour.getClassLoader(), null, null, file))
                : file;
    }

    /** Weaves a class that no agent sees; returns the argument where that is not possible (yet). */
    public static byte[] weaveUnseen(byte[] file, Class<?> host) {
        Generators generators = LoadTimeWeaving.generators();
        byte[] woven = generators == null ? null : generators.weaveUnseen(file, host);
        if (woven == null) {
            return file;
        }
        if (host == null) {
            PROXIES.put(kernelThread(), woven);
        }
        return woven;
    }

    /**
     * The number in the name of a lambda's class: its own only if the JDK writes the class to a file of that name, or
     * an agent may look at it.
     */
    public static int numberOfLambda(int own, Object dumper) {
        return dumper == null && !haveLambdasNumbers ? 0 : own;
    }

    /** Whether an agent may look at lambdas' classes, so that each has a number of its own. */
    public static boolean haveLambdasNumbers() {
        return haveLambdasNumbers;
    }

    /** Another agent has changed the class that makes those of lambdas. */
    public static void makerOfLambdasIsChanged() {
        haveLambdasNumbers = true;
    }
}
