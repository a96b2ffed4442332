package dev.weft.premain;

import java.io.IOException;
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
    /** While the agent is loaded before its turn: as it is named. */
    private static WeavingAgent.Named named;

    /** With which it weaves until its turn; null if it is the first to have one. */
    private static Instrumentation early;

    /** That of {@link #early}. */
    private static Transformer watching;

    private PreMain() {}

    /**
     * Called by the VM before the application's main.
     *
     * @param arguments null where the whole image is woven; where only java.base is patched, the folder that has the
     *     other modules' woven classes, a jar for each
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            Instrumentation before = early;
            if (before != null) {
                // once this one weaves
                add(arguments, instrumentation);
                WeavingAgent.goOn(instrumentation);
                before.removeTransformer(watching);
                early = null;
            } else if (start(arguments, instrumentation)) {
                add(arguments, instrumentation);
            } else {
                // the agent is named twice
                return;
            }
            String problem = WeavingAgent.prepareScheduler();
            if (problem != null) {
                fail(problem);
            }
        } catch (LinkageError e) {
            fail("this JDK is not woven: start the program with bin/weft, or with the flags that 'weft flags' prints");
        } catch (RuntimeException e) {
            fail("the woven JDK does not start (" + e + "): weave again with 'weft weave --force'");
        }
    }

    private static boolean start(String modules, Instrumentation instrumentation) {
        return WeavingAgent.start(loadedBefore(instrumentation, modules != null), modules, instrumentation);
    }

    /**
     * Not one that retransforms, which would have the VM keep the original class files in its memory: what others
     * retransform is woven where they answer.
     */
    private static Transformer add(String modules, Instrumentation instrumentation) {
        Transformer added = new Transformer(modules == null && isBasePatched());
        instrumentation.addTransformer(added, false);
        return added;
    }

    /**
     * Called by the woven java.instrument before the turn of each agent: if Weft's is still to come, its jar is loaded
     * now, as one that a program brings along, so that the classes which the other loads are woven as well. The other's
     * own {@code Instrumentation} would not do: the VM does not show it what is loaded while it transforms.
     *
     * @param name the agent's class
     * @return the path of Weft's jar; null if it is loaded, or not named
     */
    public static String before(String name) {
        named = name.equals(PreMain.class.getName()) ? null : WeavingAgent.coming();
        return named == null ? null : named.jar;
    }

    /**
     * Called by the VM when a command of {@code weft} asks a program that runs; and once after {@link #before}.
     *
     * @throws IOException if who asks does not listen
     */
    public static void agentmain(String request, Instrumentation instrumentation) throws IOException {
        WeavingAgent.Named coming = named;
        boolean isAsked = request != null && !request.isEmpty();
        if (coming == null || isAsked) {
            WeavingAgent.answer(request);
            return;
        }
        named = null;
        try {
            String modules = coming.options.isEmpty() ? null : coming.options;
            start(modules, instrumentation);
            watching = add(modules, instrumentation);
            early = instrumentation;
        } catch (RuntimeException e) {
            fail("the woven JDK does not start (" + e + "): weave again with 'weft weave --force'");
        }
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
