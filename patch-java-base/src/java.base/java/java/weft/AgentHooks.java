package java.weft;

import java.lang.reflect.Executable;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What the agent lends to the runtime: the generators. Each field is set once, when the agent starts, before any fiber
 * exists; null until then.
 */
public final class AgentHooks {
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
        resumerClassFiles = (BiFunction<Class<?>, Integer, byte[]>)
                type.getMethod("resumers").invoke(start);
        sites = (BiFunction<Class<?>, Integer, Object[]>)
                type.getMethod("sites").invoke(start);
        monitors = (BiFunction<Class<?>, Integer, int[]>)
                type.getMethod("monitors").invoke(start);
        messages = (BiFunction<Class<?>, Object[], String>)
                type.getMethod("messages").invoke(start);
        invokers = (BiFunction<Executable, String, byte[]>)
                type.getMethod("invokers").invoke(start);
        unseenClasses =
                (BiFunction<byte[], Class<?>, byte[]>) type.getMethod("unseen").invoke(start);
        return (Function<Object[], byte[]>) type.getMethod("transformer").invoke(start);
    }
}
