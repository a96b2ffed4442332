package dev.weft.agent;

import dev.weft.agent.facts.Scope;
import dev.weft.agent.twin.JdkTwins;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What agents other than this one see of a class, and what becomes of what they make of it: each is shown the class file
 * without what the weaver has added, and its answer is woven. So it makes no difference which agent comes first.
 *
 * <pre>
 * application, not woven yet    shown as it is; its answer is woven when this agent's turn comes
 * application, woven            shown what was woven; its answer is woven as a new version
 * of the JDK                    shown without twins; in its answer, methods that it has changed get new ones ({@link JdkTwins})
 * made by the runtime           not shown
 * </pre>
 *
 * Safe for use by several threads.
 */
public final class OtherAgents {
    private final WovenClasses classes;
    private final LoadedClasses loaded;
    private final WovenModules modules;

    OtherAgents(WovenClasses classes, LoadedClasses loaded, WovenModules modules) {
        this.classes = classes;
        this.loaded = loaded;
        this.modules = modules;
    }

    /**
     * The two functions as they are before this agent has started, when others have: only classes of the JDK are woven then.
     */
    public static List<Function<Object[], byte[]>> early() {
        OtherAgents early = new OtherAgents(null, null, null);
        return List.of(early.new Shown(), early.new Rewoven());
    }

    /** (module, loader, name, class or null if it is being loaded, class file) to the class file to be shown, or null. */
    final class Shown implements Function<Object[], byte[]> {
        @Override
        public byte[] apply(Object[] input) {
            try {
                return shown(input);
            } catch (StackOverflowError e) {
                return FreshStackThread.result(this, input, e);
            }
        }
    }

    /** (the same and, behind, what was shown, the agent's answer or null) to the answer to the VM, or null. */
    final class Rewoven implements Function<Object[], byte[]> {
        @Override
        public byte[] apply(Object[] input) {
            try {
                return rewoven(input);
            } catch (StackOverflowError e) {
                return FreshStackThread.result(this, input, e);
            }
        }
    }

    private byte[] shown(Object[] input) {
        if (classes != null) {
            classes.meetOthers();
        }
        byte[] file = (byte[]) input[4];
        String name = LoadedClasses.nameOf((String) input[2], file);
        if (name == null) {
            return file;
        }
        if (LoadedClasses.isOurs(name, file)) {
            return null;
        }
        if (ImageModules.contain(module(input))) {
            boolean isRuntime = Scope.isUnwoven(name) && !name.equals("java/lang/Object");
            return isRuntime ? null : shownOfJdk(input, name, file);
        }
        if (classes == null) {
            return file;
        }
        Version version = classes.version((ClassLoader) input[1], name, file);
        return version == null ? file : version.authors.clone();
    }

    private byte[] shownOfJdk(Object[] input, String name, byte[] file) {
        byte[] woven = wovenOfJdk(input, name, file);
        byte[] plain = JdkTwins.without(woven);
        return plain == woven ? file : plain;
    }

    /** The class with its twins, which it may still lack where they come from a folder. */
    private byte[] wovenOfJdk(Object[] input, String name, byte[] file) {
        if (input[3] != null && classes != null && JdkTwins.without(file) != file) {
            return JdkTwins.withFrames(file, classes.of((Class<?>) input[3]));
        }
        if (modules == null || JdkTwins.without(file) != file) {
            return file;
        }
        byte[] found = modules.find(module(input).getName(), name);
        return found == null ? file : found;
    }

    private static Module module(Object[] input) {
        return input[0] == null && input[3] != null ? ((Class<?>) input[3]).getModule() : (Module) input[0];
    }

    private byte[] rewoven(Object[] input) {
        byte[] file = (byte[]) input[4];
        byte[] shown = (byte[]) input[5];
        byte[] answer = (byte[]) input[6];
        if (answer == null || shown == file) {
            return answer;
        }
        if (Arrays.equals(shown, answer)) {
            return null;
        }
        String name = LoadedClasses.nameOf((String) input[2], file);
        try {
            ClassLoader loader = (ClassLoader) input[1];
            byte[] woven;
            if (!ImageModules.contain(module(input))) {
                woven = loaded.weaveAgain(loader, name, answer);
            } else if (loaded == null) {
                woven = JdkTwins.with(wovenOfJdk(input, name, file), answer);
            } else {
                woven = loaded.weaveJdkAgain(loader, name, (Class<?>) input[3], wovenOfJdk(input, name, file), answer);
            }
            if (woven != null) {
                return woven;
            }
        } catch (RuntimeException | LinkageError e) {
            System.err.println("weft: cannot weave what an agent has made of class " + LoadedClasses.printable(name)
                    + " (" + e + "): the class stays as it was");
        }
        return null;
    }
}
