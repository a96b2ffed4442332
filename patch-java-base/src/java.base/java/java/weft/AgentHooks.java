package java.weft;

import java.util.function.BiFunction;

/**
 * What the agent lends to the runtime: the generators. Each field is set once, when the agent starts, before any fiber
 * exists; null until then.
 */
public final class AgentHooks {
    private AgentHooks() {}

    /** (class, point) to the class file of the point's resumer. */
    public static volatile BiFunction<Class<?>, Integer, byte[]> resumerClassFiles;

    /** (class, point) to the place in the source where the frame is suspended. */
    public static volatile BiFunction<Class<?>, Integer, StackTraceElement> sites;

    /** (class file, host class of a hidden class or null for a proxy) to the woven class file, or null to leave it. */
    public static volatile BiFunction<byte[], Class<?>, byte[]> unseenClasses;
}
