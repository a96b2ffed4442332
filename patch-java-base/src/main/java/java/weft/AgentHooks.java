package java.weft;

import java.lang.reflect.Executable;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import jdk.internal.access.SharedSecrets;
import jdk.internal.weft.ImageFiles;

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

    /** (module, loader, name, class or null, class file) to what another agent is shown of it; null to leave it out. */
    private static volatile Function<Object[], byte[]> shown;

    /** (module, loader, name, class or null, class file, what was shown, the agent's answer) to the answer to the VM. */
    private static volatile Function<Object[], byte[]> rewoven;

    /** The {@code Instrumentation} of Weft's agent. */
    private static volatile Object own;

    /**
     * Starts load-time weaving; made by the agent, which finds a constructor in less time than one method among many.
     */
    public static final class Agent implements Supplier<Function<Object[], byte[]>> {
        private final Function<Object[], byte[]> weaver;

        /**
         * Starts.
         *
         * @param unwovenClasses names of application classes that were loaded before, with slashes
         * @param wovenModules folder with the woven classes of modules other than java.base; null where the image has them
         * @param instrumentation the agent's own
         * @throws ReflectiveOperationException if this java.base lacks the generators
         */
        public Agent(Set<String> unwovenClasses, String wovenModules, Object instrumentation)
                throws ReflectiveOperationException {
            weaver = start(unwovenClasses, wovenModules, instrumentation);
        }

        /**
         * (module, loader, name, class file, class or null if it is being loaded) of a class, to the woven class file or null; null for a class of
         * java.base that is loaded, to null. Null itself if there is an agent already.
         */
        @Override
        public Function<Object[], byte[]> get() {
            return weaver;
        }
    }

    @SuppressWarnings("removal")
    private static Function<Object[], byte[]> start(
            Set<String> unwovenClasses, String wovenModules, Object instrumentation)
            throws ReflectiveOperationException {
        if (own != null) {
            return null;
        }
        Starting starting = new Starting(unwovenClasses, wovenModules);
        Object[] hooks;
        try {
            hooks = isRestricted() ? AccessController.doPrivileged(starting) : starting.run();
        } catch (PrivilegedActionException e) {
            throw (ReflectiveOperationException) e.getException();
        }
        resumerClassFiles = two(hooks[1]);
        sites = two(hooks[2]);
        monitors = two(hooks[3]);
        messages = two(hooks[4]);
        invokers = two(hooks[5]);
        unseenClasses = two(hooks[6]);
        own = instrumentation;
        synchronized (AgentHooks.class) {
            rewoven = one(hooks[9]);
            shown = one(hooks[8]);
        }
        SharedSecrets.getJavaLangAccess().registerShutdownHook(EXIT_SLOT, false, (Runnable) hooks[7]);
        return plainly(hooks[0]);
    }

    /** Asks for its permissions itself: each call above it counts where hardly any stack is left. */
    @SuppressWarnings("unchecked")
    private static Function<Object[], byte[]> plainly(Object hook) {
        return (Function<Object[], byte[]>) hook;
    }

    @SuppressWarnings("unchecked")
    private static <A, R> Function<A, R> one(Object hook) {
        return new Privileged<>((Function<A, R>) hook);
    }

    @SuppressWarnings("unchecked")
    private static <A, B, R> BiFunction<A, B, R> two(Object hook) {
        return new PrivilegedOfTwo<>((BiFunction<A, B, R>) hook);
    }

    @SuppressWarnings("removal")
    private static boolean isRestricted() {
        return System.getSecurityManager() != null;
    }

    /** With this class' own permissions: under a security manager from the start, the agent's jar has next to none. */
    private static final class Starting implements PrivilegedExceptionAction<Object[]> {
        private final Set<String> unwovenClasses;
        private final String wovenModules;

        Starting(Set<String> unwovenClasses, String wovenModules) {
            this.unwovenClasses = unwovenClasses;
            this.wovenModules = wovenModules;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Object[] run() throws ReflectiveOperationException {
            Class<?> type = Class.forName("dev.weft.agent.Start");
            Object start = type.getConstructor(Set.class, String.class, BiFunction.class)
                    .newInstance(unwovenClasses, wovenModules, new ImageFiles());
            return ((Supplier<Object[]>) start).get();
        }
    }

    /** A function with this class' own permissions, whoever loads the class that it is about. */
    @SuppressWarnings("removal")
    private static final class Privileged<A, R> implements Function<A, R> {
        private final Function<A, R> function;

        Privileged(Function<A, R> function) {
            this.function = function;
        }

        @Override
        public R apply(A argument) {
            if (!isRestricted()) {
                return function.apply(argument);
            }
            return AccessController.doPrivileged(new PrivilegedAction<R>() {
                @Override
                public R run() {
                    return function.apply(argument);
                }
            });
        }
    }

    /** The same with two arguments. */
    @SuppressWarnings("removal")
    private static final class PrivilegedOfTwo<A, B, R> implements BiFunction<A, B, R> {
        private final BiFunction<A, B, R> function;

        PrivilegedOfTwo(BiFunction<A, B, R> function) {
            this.function = function;
        }

        @Override
        public R apply(A first, B second) {
            if (!isRestricted()) {
                return function.apply(first, second);
            }
            return AccessController.doPrivileged(new PrivilegedAction<R>() {
                @Override
                public R run() {
                    return function.apply(first, second);
                }
            });
        }
    }

    /**
     * The class file that the transformers of an agent are given in place of the VM's: without what the weaver has added. Null
     * if they are not to see the class.
     *
     * @param instrumentation the agent's
     */
    public static byte[] shown(
            Object instrumentation, Module module, ClassLoader loader, String name, Class<?> redefined, byte[] file) {
        if (instrumentation == own) {
            return file;
        }
        if (shown == null) {
            prepare();
        }
        return shown.apply(new Object[] {module, loader, name, redefined, file});
    }

    /** Another agent has started before Weft's. */
    @SuppressWarnings("unchecked")
    private static synchronized void prepare() {
        if (shown != null) {
            return;
        }
        try {
            Class<?> type = Class.forName("dev.weft.agent.OtherAgents");
            List<Object> early = (List<Object>) type.getMethod("early").invoke(null);
            rewoven = (Function<Object[], byte[]>) early.get(1);
            shown = (Function<Object[], byte[]>) early.get(0);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this java.base lacks the generators", e);
        }
    }

    /**
     * What the VM is given in place of an agent's answer: the same, woven.
     *
     * @param shown what {@link #shown} has returned
     * @param answer the agent's; may be null
     */
    public static byte[] rewoven(
            byte[] answer,
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            byte[] file,
            byte[] shown) {
        if (answer == null || shown == file) {
            return answer;
        }
        return rewoven.apply(new Object[] {module, loader, name, redefined, file, shown, answer});
    }
}
