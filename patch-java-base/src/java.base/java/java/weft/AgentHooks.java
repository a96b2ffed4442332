package java.weft;

import java.lang.reflect.Executable;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import jdk.internal.access.SharedSecrets;

/**
 * What the agent lends to the runtime: the generators. Each field is set once, when the agent starts, before any fiber
 * exists; null until then.
 */
public final class AgentHooks {
    /** The JDK itself uses the first three of ten slots. */
    private static final int EXIT_SLOT = 9;

    private AgentHooks() {}

    /** (class, point) to the class file of the point's resumer. */
    public static volatile BiFunction<Class<?>, Integer, byte[]> resumerClassFiles;

    /**
     * (class, point) to the place in the source where the frame is suspended: a {@code StackTraceElement}, and the
     * descriptor of its method.
     */
    public static volatile BiFunction<Class<?>, Integer, Object[]> sites;

    /** (class, point) to the indexes of the frame's references that are monitors the frame holds, outermost first. */
    public static volatile BiFunction<Class<?>, Integer, int[]> monitors;

    /** (class, {point, message}) to the message that a NullPointerException of the point's resumer is to have. */
    public static volatile BiFunction<Class<?>, Object[], String> messages;

    /** (method or constructor, name of the class to make) to the class file of its invoker, or null to call it plainly. */
    public static volatile BiFunction<Executable, String, byte[]> invokers;

    /** (class file, host class of a hidden class or null for a proxy) to the woven class file, or null to leave it. */
    public static volatile BiFunction<byte[], Class<?>, byte[]> unseenClasses;

    /**
     * Starts load-time weaving; called by the agent. Returns the function that weaves application classes: (module, loader,
     * name, class file) to the woven class file, or null.
     *
     * @param unwovenClasses names of application classes that were loaded before, with slashes
     * @param wovenModules folder with the woven classes of modules other than java.base; null where the image has them
     * @throws ReflectiveOperationException if this java.base lacks the generators
     */
    @SuppressWarnings("unchecked")
    public static Function<Object[], byte[]> start(Set<String> unwovenClasses, String wovenModules)
            throws ReflectiveOperationException {
        Class<?> type = Class.forName("dev.weft.agent.Start");
        Object start = type.getConstructor(Set.class, String.class).newInstance(unwovenClasses, wovenModules);
        Object[] hooks = ((Supplier<Object[]>) start).get();
        resumerClassFiles = (BiFunction<Class<?>, Integer, byte[]>) hooks[1];
        sites = (BiFunction<Class<?>, Integer, Object[]>) hooks[2];
        monitors = (BiFunction<Class<?>, Integer, int[]>) hooks[3];
        messages = (BiFunction<Class<?>, Object[], String>) hooks[4];
        invokers = (BiFunction<Executable, String, byte[]>) hooks[5];
        unseenClasses = (BiFunction<byte[], Class<?>, byte[]>) hooks[6];
        SharedSecrets.getJavaLangAccess().registerShutdownHook(EXIT_SLOT, false, (Runnable) hooks[7]);
        return (Function<Object[], byte[]>) hooks[0];
    }
}
