package java.weft;

import java.util.Set;
import jdk.internal.access.SharedSecrets;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * The door of the woven java.base for {@code java.lang.instrument}: Weft's own agent starts load-time weaving here, and class
 * files of all agents pass through. Thread-safe.
 */
public final class WeavingAgent {
    /** The JDK itself uses the first three of ten slots. */
    private static final int EXIT_SLOT = 9;

    /** The {@code Instrumentation} of Weft's agent. */
    private static volatile Object own;

    private WeavingAgent() {}

    /**
     * Starts load-time weaving.
     *
     * @param unwoven names of application classes that were loaded before, with slashes
     * @param wovenModules folder with the woven classes of modules other than java.base; null where the image has them
     * @param instrumentation the agent's own
     * @return false if there is an agent already
     * @throws IllegalStateException if this java.base lacks the generators
     */
    public static boolean start(Set<String> unwoven, String wovenModules, Object instrumentation) {
        if (!LoadTimeWeaving.start(unwoven, wovenModules)) {
            return false;
        }
        own = instrumentation;
        SharedSecrets.getJavaLangAccess().registerShutdownHook(EXIT_SLOT, false, new Exit());
        return true;
    }

    /** What the agent has to do when the program ends. */
    private static final class Exit implements Runnable {
        @Override
        public void run() {
            LoadTimeWeaving.generators().exit();
        }
    }

    /** A class of java.base is loaded, which comes woven. */
    public static void baseClassLoaded() {
        LoadTimeWeaving.generators().baseClassLoaded();
    }

    /** Called for each other class file that the VM shows to Weft's agent: the woven one, or null to leave it as it is. */
    public static byte[] weave(Module module, ClassLoader loader, String name, Class<?> redefined, byte[] file) {
        return LoadTimeWeaving.generators().weave(new ClassFile(module, loader, name, redefined, file));
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
        return LoadTimeWeaving.foreignAgents().shown(new ClassFile(module, loader, name, redefined, file));
    }

    /**
     * What the VM is given in place of an agent's answer: the same, woven.
     *
     * @param answer the agent's; may be null
     * @param shown what {@link #shown} has returned
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
        ClassFile given = new ClassFile(module, loader, name, redefined, file);
        return LoadTimeWeaving.foreignAgents().rewoven(given, shown, answer);
    }
}
