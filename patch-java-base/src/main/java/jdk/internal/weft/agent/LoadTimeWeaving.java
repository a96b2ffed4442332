package jdk.internal.weft.agent;

import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Set;

/**
 * Where the runtime finds the generators. They are lent once, when the agent starts, before any fiber exists, and stay.
 * What was written before that is seen by whoever finds them.
 */
@SuppressWarnings("removal")
public final class LoadTimeWeaving {
    private static final String FACTORY = "dev.weft.agent.LoadTimeFactory";

    private static volatile Generators generators;

    /** The {@code Instrumentation} of Weft's agent. */
    private static volatile Object instrumentation;

    /** Made when another agent has started before Weft's; guarded by the class. */
    private static ForeignAgents early;

    private LoadTimeWeaving() {}

    /** The generators; null until the agent has started. */
    public static Generators generators() {
        return generators;
    }

    /** True once the agent has started; before, nothing can be resumed, so no thread may be a fiber. */
    public static boolean isReady() {
        return generators != null;
    }

    /**
     * Starts load-time weaving, once.
     *
     * @return false if it has started before
     * @throws IllegalStateException if this java.base lacks the generators
     */
    public static synchronized boolean start(Set<String> unwoven, String wovenModules) {
        if (generators != null) {
            return false;
        }
        generators = new PrivilegedGenerators(factory(unwoven, wovenModules).started);
        return true;
    }

    /** The {@code Instrumentation} of Weft's agent; null before that has started. */
    public static Object instrumentation() {
        return instrumentation;
    }

    /** Sets {@link #instrumentation}. */
    public static void lend(Object ofAgent) {
        instrumentation = ofAgent;
    }

    /** What other agents see; also before the agent has started. */
    public static ForeignAgents foreignAgents() {
        Generators lent = generators;
        return lent == null ? early() : lent.foreignAgents();
    }

    /** Not in a static initializer: one that fails, for want of memory, has failed for ever. */
    private static synchronized ForeignAgents early() {
        if (early == null) {
            early = factory(null, null).factory.early();
        }
        return early;
    }

    /** With this class' own permissions: under a security manager from the start, the agent's jar has next to none. */
    private static Starting factory(Set<String> unwoven, String wovenModules) {
        Starting starting = new Starting(unwoven, wovenModules);
        try {
            if (System.getSecurityManager() == null) {
                starting.run();
            } else {
                AccessController.doPrivileged(starting);
            }
        } catch (ReflectiveOperationException | PrivilegedActionException e) {
            throw new IllegalStateException("this java.base lacks the generators", e);
        }
        return starting;
    }

    private static final class Starting implements PrivilegedExceptionAction<Void> {
        private final Set<String> unwoven;
        private final String wovenModules;
        private GeneratorsFactory factory;
        private Generators started;

        Starting(Set<String> unwoven, String wovenModules) {
            this.unwoven = unwoven;
            this.wovenModules = wovenModules;
        }

        @Override
        public Void run() throws ReflectiveOperationException {
            factory = Class.forName(FACTORY)
                    .asSubclass(GeneratorsFactory.class)
                    .getConstructor()
                    .newInstance();
            if (unwoven != null) {
                started = factory.start(unwoven, wovenModules, new ImageFiles());
            }
            return null;
        }
    }
}
