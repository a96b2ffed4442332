package dev.weft.premain;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Set;
import java.weft.entry.WeavingAgent;

/**
 * Where the agent starts. The jar holds no more than the VM's door to it: the generators lie in the woven java.base,
 * where they are shared (CDS) and found by the runtime; and the woven java.instrument has this class as well, so that
 * the jar is never searched. On a JDK that is not woven the one in the jar is found, and says so.
 */
public final class PreMain {
    /**
     * That of an earlier agent, without which the VM would not ask it; null if Weft's comes first. It changes nothing:
     * the woven {@code Instrumentation} weaves what the transformers of an agent have answered.
     */
    private static ClassFileTransformer watching;

    private PreMain() {}

    /**
     * Called by the VM before the application's main.
     *
     * @param arguments null where the whole image is woven; where only java.base is patched, the folder that has the
     *     other modules' woven classes, a jar for each
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            // false if the agent was named twice
            if (WeavingAgent.start(loadedBefore(instrumentation, arguments != null), arguments, instrumentation)) {
                // one that retransforms would have the VM keep the original class files in its memory; what others
                // retransform is woven where they answer
                instrumentation.addTransformer(new Transformer(arguments == null && isBasePatched()), false);
                Object earlier = WeavingAgent.takeOver(instrumentation);
                if (earlier != null) {
                    ((Instrumentation) earlier).removeTransformer(watching);
                }
                String problem = WeavingAgent.prepareScheduler();
                if (problem != null) {
                    fail(problem);
                }
            }
        } catch (LinkageError e) {
            fail("this JDK is not woven: start the program with bin/weft, or with the flags that 'weft flags' prints");
        } catch (RuntimeException e) {
            fail("the woven JDK does not start (" + e + "): weave again with 'weft weave --force'");
        }
    }

    /**
     * Called by the woven java.instrument before the turn of each agent: if Weft's is still to come, weaving starts
     * now, with this agent's {@code Instrumentation}, so that the classes which it loads are woven as well.
     *
     * @param name the agent's class
     */
    public static void before(Instrumentation instrumentation, String name) {
        String arguments = name.equals(PreMain.class.getName()) ? null : WeavingAgent.coming();
        if (arguments == null) {
            return;
        }
        try {
            String modules = arguments.isEmpty() ? null : arguments;
            WeavingAgent.startEarly(loadedBefore(instrumentation, modules != null), modules, instrumentation);
            watching = new ClassFileTransformer() {};
            instrumentation.addTransformer(watching);
        } catch (RuntimeException e) {
            fail("the woven JDK does not start (" + e + "): weave again with 'weft weave --force'");
        }
    }

    /**
     * Called by the VM when a command of {@code weft} asks a program that runs.
     *
     * @throws IOException if who asks does not listen
     */
    public static void agentmain(String request, Instrumentation instrumentation) throws IOException {
        WeavingAgent.answer(request);
    }

    /**
     * Whether there is a {@code --patch-module} for java.base, of which the VM allows one; nothing but the module's
     * text tells.
     */
    private static boolean isBasePatched() {
        return ModuleLayer.boot()
                .configuration()
                .findModule("java.base")
                .get()
                .reference()
                .toString()
                .endsWith("(patched)]");
    }

    /**
     * Classes that this agent came too late for: of agents that started before, and where only java.base is patched, of
     * other modules. They have no twins, and calls of them must be plain.
     */
    private static Set<String> loadedBefore(Instrumentation instrumentation, boolean isPatched) {
        Set<String> names = new HashSet<>();
        if (isPatched || !WeavingAgent.isJniChecked()) {
            add(instrumentation.getAllLoadedClasses(), isPatched, names);
            return names;
        }
        // the VM would warn: those of the class path alone, and of the program's own system class loader
        ClassLoader end = ClassLoader.getPlatformClassLoader();
        for (ClassLoader each = ClassLoader.getSystemClassLoader();
                each != null && each != end;
                each = each.getParent()) {
            add(instrumentation.getInitiatedClasses(each), false, names);
        }
        return names;
    }

    private static void add(Class<?>[] loaded, boolean isPatched, Set<String> names) {
        Module base = Object.class.getModule();
        for (Class<?> each : loaded) {
            Module module = each.getModule();
            if (module != base && (isPatched || !module.isNamed()) && !each.isArray()) {
                names.add(each.getName().replace('.', '/'));
            }
        }
    }

    private static void fail(String problem) {
        System.err.println("weft: " + problem);
        Runtime.getRuntime().halt(2);
    }
}
