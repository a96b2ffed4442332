package java.weft.entry;

import java.io.IOException;
import java.util.Set;
import java.weft.MemoryProbe;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.VM;
import jdk.internal.reflect.WeftMagic;
import jdk.internal.weft.StandardError;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.management.Observer;
import jdk.internal.weft.scheduler.SchedulerCalls;

/**
 * The door of the woven java.base for {@code java.lang.instrument}: Weft's own agent starts load-time weaving here, and
 * class files of all agents pass through. Thread-safe.
 */
public final class WeavingAgent {
    /** The JDK itself uses the first three of ten slots. */
    private static final int EXIT_SLOT = 9;

    private static final String JAR = "weft-agent.jar";

    private static final String MAKER_OF_LAMBDAS = "java/lang/invoke/InnerClassLambdaMetafactory";

    /** What the VM takes for a class file that ends too early; made while there is memory. */
    private static volatile byte[] refused;

    private WeavingAgent() {}

    /** Weft's agent as it is named on the command line. Immutable. */
    public static final class Named {
        /** The path of its jar. */
        public final String jar;

        /** Its options; an empty text if it has none. */
        public final String options;

        private Named(String jar, String options) {
            this.jar = jar;
            this.options = options;
        }
    }

    /**
     * Whether weaving is still to start, by an agent that is named on the command line and has not had its turn.
     *
     * @return the agent; null if it has started, or was not named
     */
    public static Named coming() {
        if (LoadTimeWeaving.isReady()) {
            return null;
        }
        for (String argument : VM.getRuntimeArguments()) {
            String agent = after("-javaagent:", argument);
            if (agent == null) {
                agent = after("-agentlib:instrument=", argument);
            }
            int name = agent == null ? -1 : agent.indexOf(JAR);
            if (name == 0 || name > 0 && agent.charAt(name - 1) == '/') {
                int end = name + JAR.length();
                String rest = agent.substring(end);
                if (rest.isEmpty() || rest.charAt(0) == '=') {
                    return new Named(agent.substring(0, end), rest.isEmpty() ? rest : rest.substring(1));
                }
            }
        }
        return null;
    }

    /** Whether the VM looks at each use of JNI, and warns on standard output, of the JDK's own uses too. */
    public static boolean isJniChecked() {
        for (String argument : VM.getRuntimeArguments()) {
            if (argument.startsWith("-Xcheck:jni")) {
                return true;
            }
        }
        return false;
    }

    private static String after(String prefix, String argument) {
        return argument.startsWith(prefix) ? argument.substring(prefix.length()) : null;
    }

    /**
     * Starts load-time weaving.
     *
     * @param unwoven names of application classes that were loaded before, with slashes
     * @param wovenModules folder with the woven classes of modules other than java.base; null where the image has them
     * @param instrumentation that of Weft's agent
     * @return false if it has started before
     * @throws IllegalStateException if this java.base lacks the generators
     */
    public static boolean start(Set<String> unwoven, String wovenModules, Object instrumentation) {
        refused = new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE};
        if (!LoadTimeWeaving.start(unwoven, wovenModules)) {
            return false;
        }
        SharedSecrets.getJavaLangAccess().registerShutdownHook(EXIT_SLOT, false, new Exit());
        LoadTimeWeaving.lend(instrumentation);
        return true;
    }

    /**
     * The agent's turn has come, behind others: it goes on with the {@code Instrumentation} that the VM gives it then.
     *
     * @param instrumentation that one
     */
    public static void goOn(Object instrumentation) {
        LoadTimeWeaving.lend(instrumentation);
    }

    /**
     * Makes the scheduler that {@code weft.scheduler} names, a class of the program's that is woven.
     *
     * @return null, or why that cannot be
     */
    public static String prepareScheduler() {
        return SchedulerCalls.prepare();
    }

    /** What the agent has to do when the program ends. */
    private static final class Exit implements Runnable {
        @Override
        public void run() {
            LoadTimeWeaving.generators().exit();
        }
    }

    /**
     * Answers a command of {@code weft} that asks this program.
     *
     * @throws IOException if who asks does not listen
     */
    public static void answer(String request) throws IOException {
        Observer.answer(request);
    }

    /** A class of java.base is loaded, which comes woven. */
    public static void baseClassLoaded() {
        LoadTimeWeaving.generators().baseClassLoaded();
    }

    /**
     * Called for each other class file that the VM shows to Weft's agent: the woven one, or null to leave it as it is.
     * Without memory, or stack, the class is refused in the end: {@code java.lang.instrument} would drop the error, and
     * load the class as it is, without twins.
     */
    public static byte[] weave(Module module, ClassLoader loader, String name, Class<?> redefined, byte[] file) {
        for (int tries = 0; ; tries++) {
            try {
                return LoadTimeWeaving.generators().weave(new ClassFile(module, loader, name, redefined, file));
            } catch (OutOfMemoryError e) {
                if (!MemoryProbe.helpWeaving(e, tries)) {
                    return refused(name);
                }
            } catch (StackOverflowError e) {
                // where no probe came first, as for a class of the boot loader's; there is no room for a line
                return refused;
            }
        }
    }

    private static byte[] refused(String name) {
        try {
            StandardError.say("weft: class " + name + " is refused: there is no memory to weave it");
        } catch (OutOfMemoryError e) {
            // the VM says that it is truncated
        }
        return refused;
    }

    /** Those of the classes that the runtime has not made; the argument itself if it has made none. */
    public static Class<?>[] authors(Class<?>[] loaded) {
        int count = 0;
        for (Class<?> each : loaded) {
            count += isMade(each) ? 0 : 1;
        }
        if (count == loaded.length) {
            return loaded;
        }
        Class<?>[] authors = new Class<?>[count];
        count = 0;
        for (Class<?> each : loaded) {
            if (!isMade(each)) {
                authors[count++] = each;
            }
        }
        return authors;
    }

    private static boolean isMade(Class<?> type) {
        return WeftMagic.class.isAssignableFrom(type);
    }

    /**
     * An agent adds a transformer.
     *
     * @param instrumentation the agent's
     */
    public static void hasTransformer(Object instrumentation) {
        if (instrumentation != LoadTimeWeaving.instrumentation()) {
            LoadTimeWeaving.foreignAgents().prepare();
        }
    }

    /**
     * The class file that the transformers of an agent are given in place of the VM's: without what the weaver has
     * added. Null if they are not to see the class.
     *
     * @param instrumentation the agent's
     */
    public static byte[] shown(
            Object instrumentation, Module module, ClassLoader loader, String name, Class<?> redefined, byte[] file) {
        if (instrumentation == LoadTimeWeaving.instrumentation()) {
            return file;
        }
        return LoadTimeWeaving.foreignAgents().shown(new ClassFile(module, loader, name, redefined, file));
    }

    /**
     * What the VM is given in place of an agent's answer: the same, woven.
     *
     * @param instrumentation the agent's
     * @param answer the agent's; may be null
     * @param shown what {@link #shown} has returned
     */
    public static byte[] rewoven(
            Object instrumentation,
            byte[] answer,
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            byte[] file,
            byte[] shown) {
        if (answer == null) {
            return null;
        } else if (MAKER_OF_LAMBDAS.equals(name)) {
            GeneratedClasses.makerOfLambdasIsChanged();
        }
        return shown == file
                ? answer
                : LoadTimeWeaving.foreignAgents()
                        .rewoven(new ClassFile(module, loader, name, redefined, file), shown, answer);
    }
}
