package dev.weft.agent;

import dev.weft.agent.abi.StandardError;
import dev.weft.agent.facts.Scope;
import dev.weft.agent.twin.JdkTwins;
import java.util.Arrays;
import java.util.function.Supplier;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.ForeignAgents;

/**
 * What agents other than this one see of a class, and what becomes of what they make of it: each is shown the class
 * file without what the weaver has added, and its answer is woven. So it makes no difference which agent comes first.
 *
 * <pre>
 * application, not woven yet    shown as it is; its answer is woven when this agent's turn comes
 * application, woven            shown what was woven; its answer is woven as a new version
 * of the JDK                    shown without twins; in its answer, methods that it has changed get new ones
 *                               ({@link JdkTwins})
 * made by the runtime           not shown
 * </pre>
 *
 * Safe for use by several threads.
 */
final class OtherAgents implements ForeignAgents {
    private final WovenClasses classes;
    private final LoadedClasses loaded;
    private final WovenModules modules;

    OtherAgents(WovenClasses classes, LoadedClasses loaded, WovenModules modules) {
        this.classes = classes;
        this.loaded = loaded;
        this.modules = modules;
    }

    @Override
    public byte[] shown(ClassFile file) {
        try {
            return show(file);
        } catch (StackOverflowError e) {
            return FreshStackThread.result(
                    new Supplier<byte[]>() {
                        @Override
                        public byte[] get() {
                            return show(file);
                        }
                    },
                    e);
        }
    }

    @Override
    public byte[] rewoven(ClassFile file, byte[] shown, byte[] answer) {
        try {
            return weave(file, shown, answer);
        } catch (StackOverflowError e) {
            return FreshStackThread.result(
                    new Supplier<byte[]>() {
                        @Override
                        public byte[] get() {
                            return weave(file, shown, answer);
                        }
                    },
                    e);
        }
    }

    private byte[] show(ClassFile given) {
        if (classes != null) {
            classes.meetOthers();
        }
        byte[] file = given.bytes();
        String name = LoadedClasses.nameOf(given.name(), file);
        if (name == null) {
            return file;
        }
        if (name.startsWith("dev/weft/premain/") || LoadedClasses.isOurs(given, name)) {
            return null;
        }
        if (ImageModules.contain(given.home())) {
            boolean isRuntime = Scope.isUnwoven(name) && !name.equals("java/lang/Object");
            return isRuntime ? null : shownOfJdk(given, name);
        }
        if (classes == null) {
            return file;
        }
        Version version = classes.version(given.loader(), name, file);
        return version == null ? file : version.authors.clone();
    }

    private byte[] shownOfJdk(ClassFile given, String name) {
        byte[] woven = wovenOfJdk(given, name);
        byte[] plain = JdkTwins.without(woven);
        return plain == woven ? given.bytes() : plain;
    }

    /** The class with its twins, which it may still lack where they come from a folder. */
    private byte[] wovenOfJdk(ClassFile given, String name) {
        byte[] file = given.bytes();
        if (given.redefined() != null && classes != null && JdkTwins.without(file) != file) {
            return JdkTwins.withFrames(file, classes.of(given.redefined()));
        }
        if (modules == null || JdkTwins.without(file) != file) {
            return file;
        }
        byte[] found = modules.find(given.home().getName(), name + ".class");
        return found == null ? file : found;
    }

    private byte[] weave(ClassFile given, byte[] shown, byte[] answer) {
        if (Arrays.equals(shown, answer)) {
            return null;
        }
        String name = LoadedClasses.nameOf(given.name(), given.bytes());
        try {
            ClassLoader loader = given.loader();
            byte[] woven;
            if (!ImageModules.contain(given.home())) {
                woven = loaded.weaveAgain(loader, name, given.redefined() != null, answer);
            } else if (loaded == null) {
                woven = JdkTwins.with(wovenOfJdk(given, name), answer);
            } else {
                woven = loaded.weaveJdkAgain(loader, name, given.redefined(), wovenOfJdk(given, name), answer);
            }
            if (woven != null) {
                return woven;
            }
        } catch (RuntimeException | LinkageError e) {
            StandardError.say("weft: cannot weave what an agent has made of class " + LoadedClasses.printable(name)
                    + " (" + e + "): the class stays as it was");
        }
        return null;
    }
}
