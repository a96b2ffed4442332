package dev.weft.agent;

import dev.weft.agent.abi.StandardError;
import dev.weft.agent.facts.Scope;
import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RuntimeNames;
import dev.weft.agent.twin.JdkTwins;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Supplier;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.ForeignAgents;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.agent.ModuleFiles;
import org.objectweb.asm.ClassReader;

/**
 * What agents other than this one see of a class, and what becomes of what they make of it: each is shown the class
 * file without what the weaver has added, and its answer is woven. So it makes no difference which agent comes first.
 *
 * <pre>
 * application, not woven yet    shown as it is; its answer is woven when this agent's turn comes
 * application, woven            shown what was woven; its answer is woven as a new version
 * of the JDK                    shown without twins; in its answer, methods that it has changed get new ones
 *                               ({@link JdkTwins})
 * of a {@code Proxy}            shown without twins; its answer gets those of such a class ({@link HiddenClasses})
 * made by the runtime           not shown
 * </pre>
 *
 * Safe for use by several threads.
 */
final class OtherAgents implements ForeignAgents {
    private static final String PROXY = "java/lang/reflect/Proxy";

    /** Classes of the JDK that have loops, switches, monitors, handlers and lambdas. */
    private static final String[] SAMPLES = {"java/util/TimerThread.class", "java/util/concurrent/FutureTask.class"};

    private final WovenClasses classes;
    private final LoadedClasses loaded;
    private final HiddenClasses hidden;
    private final WovenModules modules;
    private final LazyWeaver weaver;
    private final ModuleFiles files;
    private boolean isPrepared;

    OtherAgents(
            WovenClasses classes,
            LoadedClasses loaded,
            HiddenClasses hidden,
            WovenModules modules,
            LazyWeaver weaver,
            ModuleFiles files) {
        this.weaver = weaver;
        this.files = files;
        this.classes = classes;
        this.hidden = hidden;
        this.loaded = loaded;
        this.modules = modules;
    }

    @Override
    public synchronized void prepare() {
        if (!isPrepared && weaver != null) {
            isPrepared = true;
            boolean chaos = weaver.isChaos();
            for (String each : SAMPLES) {
                byte[] woven = files.find("java.base", each);
                JdkTwins.with(woven, JdkTwins.changed(woven), 0, chaos);
                new GivenCode(Object.class, woven).isOf(woven);
            }
        }
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
        if (given.isOfAgent()) {
            return null;
        }
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
        if (isProxy(given, name)) {
            return JdkTwins.without(file);
        }
        if (ImageModules.contain(given.home())) {
            return isOfWeft(given, name) ? null : shownOfJdk(given, name);
        }
        if (classes == null) {
            return file;
        }
        Version version = classes.version(given.loader(), name, given.redefined(), file);
        return version == null ? file : version.authors().clone();
    }

    /** The parts of the runtime that are woven, too, and the API. */
    private static boolean isOfWeft(ClassFile given, String name) {
        boolean isInBase = given.home() == Object.class.getModule();
        return Scope.isRuntime(name) || isInBase && (name.startsWith("java/weft/") || name.startsWith("dev/weft/"));
    }

    /** Whether the class is one of {@code Proxy}, and not one of the program's that extends it. */
    private boolean isProxy(ClassFile given, String name) {
        Class<?> redefined = given.redefined();
        if (redefined != null) {
            return Proxy.isProxyClass(redefined);
        }
        // what a program names like twins is closed when it is woven
        boolean isOfProgram = classes != null && classes.newest(given.loader(), name) != null;
        return extendsProxy(given.bytes()) && !isOfProgram && JdkTwins.without(given.bytes()) != given.bytes();
    }

    private static boolean extendsProxy(byte[] file) {
        try {
            return PROXY.equals(new ClassReader(file).getSuperName());
        } catch (RuntimeException e) {
            // the VM says what is wrong with it
            return false;
        }
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
        if (!LoadedClasses.hasMagic(answer)) {
            // the VM says what is wrong with it
            return answer;
        }
        String name = LoadedClasses.nameOf(given.name(), given.bytes());
        try {
            ClassLoader loader = given.loader();
            byte[] woven;
            if (isProxy(given, name)) {
                woven = weaveProxy(given, answer);
            } else if (!ImageModules.contain(given.home())) {
                woven = loaded.weaveAgain(loader, name, given.redefined() != null, answer);
                if (woven != null && given.redefined() != null) {
                    woven = EventClasses.withMembersOfVm(given.redefined(), woven, given.bytes());
                }
                woven = woven == null ? answer : woven;
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

    /** What has no twins has got none yet, or is of the first milliseconds, and then never gets any. */
    private byte[] weaveProxy(ClassFile given, byte[] answer) {
        byte[] file = given.bytes();
        byte[] closed;
        try {
            closed = RuntimeNames.close(answer);
        } catch (Malformed e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        byte[] woven = JdkTwins.without(file) == file ? closed : hidden.weave(closed, null);
        if (woven != null && GeneratedClasses.isWovenProxy(file)) {
            GeneratedClasses.replaceWovenProxy(woven);
        }
        return woven;
    }
}
