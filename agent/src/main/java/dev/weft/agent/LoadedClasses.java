package dev.weft.agent;

import dev.weft.agent.abi.Names;
import dev.weft.agent.abi.StandardError;
import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.facts.Scope;
import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RawStubs;
import dev.weft.agent.format.RuntimeNames;
import dev.weft.agent.format.WellFormed;
import dev.weft.agent.frameworks.FrameworkRecipes;
import dev.weft.agent.locals.ChosenFields;
import dev.weft.agent.twin.JdkTwins;
import dev.weft.agent.twin.WeaveListener;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.function.Supplier;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.agent.HostAccess;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves application classes when they are loaded or redefined.
 *
 * <p>The class stays whole because all of it answers one question, what the VM is given for one class file, case by
 * case.
 */
@SuppressWarnings("removal")
final class LoadedClasses {
    private static final int MAX_NAME = 300;
    private static final Module JAVA_BASE = Object.class.getModule();

    /** What the VM refuses: a class file's magic number, and no more. */
    private static final byte[] TRUNCATED = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE};

    private final LazyWeaver weaver;
    private final WovenClasses classes;
    private final HiddenClasses hidden;
    private final UnwovenClasses unwoven;
    private final WovenModules modules;
    private final FrameworkRecipes frameworks = new FrameworkRecipes();
    private final ChosenFields processorLocals = new ChosenFields(System.getProperty("weft.processorLocal"));
    private final PatchedClasses patched;
    private final ClassCache cache;
    private final ArchiveChoice archives;
    private final WeaverCompilation compilation;
    private final LinkedProgram linked;
    private final Experience experience;

    LoadedClasses(
            LazyWeaver weaver,
            WovenClasses classes,
            HiddenClasses hidden,
            UnwovenClasses unwoven,
            WovenModules modules,
            PatchedClasses patched,
            ClassCache cache,
            ArchiveChoice archives,
            WeaverCompilation compilation,
            LinkedProgram linked,
            Experience experience) {
        this.linked = linked;
        this.experience = experience;
        this.compilation = compilation;
        this.patched = patched;
        this.cache = cache;
        this.archives = archives;
        this.modules = modules;
        this.weaver = weaver;
        this.classes = classes;
        this.hidden = hidden;
        this.unwoven = unwoven;
    }

    /**
     * The woven class file, or null to leave the class as it is. Where the stack of the thread that loads the class
     * does not suffice, another one weaves: {@code java.lang.instrument} would drop the error, and load the class as it
     * is.
     */
    byte[] weave(ClassFile given) {
        if (given.isOfAgent()) {
            return null;
        }
        try {
            return tryToWeave(given);
        } catch (StackOverflowError e) {
            return FreshStackThread.result(
                    new Supplier<byte[]>() {
                        @Override
                        public byte[] get() {
                            return tryToWeave(given);
                        }
                    },
                    e);
        }
    }

    /**
     * The woven form of a class that the program is about to define beside one of the JDK, whose classes are not woven
     * as they load; the class file itself if it is not defined there, or if this will be shown it.
     */
    byte[] weaveBesideJdk(ClassFile given) {
        byte[] file = given.bytes();
        Module module = given.module();
        String name = nameOf(null, file);
        boolean isShown = ImageModules.mayHoldOthers(module) && !(modules != null && module == JAVA_BASE);
        if (name == null || !hasMagic(file) || isShown || !ImageModules.contain(module)) {
            return file;
        }
        byte[] closed = closed(name, file);
        if (closed == TRUNCATED) {
            return closed;
        }
        ClassLoader loader = given.loader();
        byte[] woven = classes.newest(loader, name) == null
                ? weaveFirst(loader, name, closed)
                : weaveAgain(loader, name, false, closed);
        return woven == null ? closed : woven;
    }

    private byte[] tryToWeave(ClassFile given) {
        try {
            return System.getSecurityManager() == null ? weaveAny(given) : privileged(given);
        } catch (RuntimeException | LinkageError e) {
            // java.lang.instrument would drop it, and nobody would know
            return leave(String.valueOf(nameOf(given.name(), given.bytes())), e.toString());
        }
    }

    /** With the permissions of java.base, whoever loads the class. */
    private byte[] privileged(ClassFile given) {
        return AccessController.doPrivileged(new PrivilegedAction<byte[]>() {
            @Override
            public byte[] run() {
                return weaveAny(given);
            }
        });
    }

    private byte[] weaveAny(ClassFile given) {
        byte[] file = given.bytes();
        String name = nameOf(given.name(), file);
        if (name == null || !hasMagic(file) || isOurs(given, name)) {
            return null;
        }
        Module module = given.home();
        Class<?> redefined = given.redefined();
        if (redefined == null && GeneratedClasses.takeWovenProxy(file)) {
            return null;
        }
        if (redefined != null && Proxy.isProxyClass(redefined)) {
            return weaveProxyAgain(redefined, name, file);
        }
        if (ImageModules.contain(module) && !patched.has(module, name, file, redefined != null)) {
            return weaveOfJdk(module, name, redefined, file);
        }
        ClassLoader loader = given.loader();
        if (classes.haveMetOthers() && classes.version(loader, name, null, file) != null) {
            // it was woven when another agent had its turn
            return null;
        }
        if (redefined != null && isFileOfVm(loader, name, redefined, file)) {
            return null;
        }
        byte[] closed = closed(name, file);
        if (closed == TRUNCATED) {
            return closed;
        }
        if (classes.newest(loader, name) != null) {
            return weaveAgain(loader, name, redefined != null, closed);
        }
        // the VM allows no new methods in a class that was loaded without twins
        byte[] woven = redefined == null ? weaveFirst(loader, name, closed) : null;
        return woven == null && closed != file ? closed : woven;
    }

    /** Null if the twins are there, as in what the VM gives and at another agent's turn, or if the class has none. */
    private byte[] weaveProxyAgain(Class<?> redefined, String name, byte[] file) {
        String twin = Names.twinName("hashCode");
        if (hasTwins(file) || !HostAccess.hasMethod(redefined, twin, Names.twinDesc("()I"))) {
            return null;
        }
        byte[] closed = closed(name, file);
        return closed == TRUNCATED ? closed : hidden.weave(closed, null);
    }

    /** The class file without names of the runtime; {@link #TRUNCATED}, which is said, if it cannot be read. */
    private static byte[] closed(String name, byte[] file) {
        try {
            return RuntimeNames.close(file);
        } catch (Malformed e) {
            StandardError.say("weft: class " + printable(name) + " is refused: " + e.getMessage());
            return TRUNCATED;
        }
    }

    private boolean isFileOfVm(ClassLoader loader, String name, Class<?> redefined, byte[] file) {
        synchronized (classes) {
            Version newest = classes.newest(loader, name);
            return newest != null
                    && EventClasses.isEvent(redefined)
                    && new GivenCode(redefined, file).isOf(classes.woven(newest));
        }
    }

    /** Null, unless its woven form lies in a folder, or it is redefined with a class file that lacks the twins. */
    private byte[] weaveOfJdk(Module module, String name, Class<?> redefined, byte[] file) {
        archives.count();
        if (redefined == null && (modules == null || classes.haveMetOthers() && hasTwins(file))) {
            return null;
        }
        if (redefined == null) {
            return modules.find(module.getName(), name + ".class");
        }
        if (Scope.isUnwoven(name) || hasTwins(file) || isMadeForArchive(name)) {
            return null;
        }
        byte[] woven = classes.of(redefined);
        if (!hasTwins(woven)) {
            return null;
        }
        return modules != null && Arrays.equals(file, stock(module, name))
                ? woven
                : weaveJdkAgain(redefined.getClassLoader(), name, redefined, woven, file);
    }

    /** The VM makes these anew when it dumps an archive of shared classes, without twins, which nobody calls. */
    private static boolean isMadeForArchive(String name) {
        return name.startsWith("java/lang/invoke/") && (name.contains("$Species_") || name.endsWith("$Holder"));
    }

    /**
     * Weaves what an agent has made of a class of the JDK.
     *
     * @param redefined the class, or null if it is being loaded
     * @param before the class with its twins, from which the agent was shown the rest
     */
    byte[] weaveJdkAgain(ClassLoader loader, String name, Class<?> redefined, byte[] before, byte[] file) {
        if (weaver.areBeingMade()) {
            return JdkTwins.with(before, file);
        }
        boolean chaos = weaver.isChaos();
        synchronized (classes) {
            Version newest = classes.newest(loader, name);
            for (Version each = newest; each != null; each = each.older) {
                if (each.older != null
                        && Arrays.equals(each.original(), before)
                        && Arrays.equals(each.authors(), file)) {
                    return each.woven;
                }
            }
            if (newest == null) {
                // what the VM gives of a loaded class may lack the frames, of which resumers are made
                byte[] loaded = redefined == null ? before : classes.of(redefined);
                newest = version(loaded, loaded, loaded, false, QuietSoFar.NONE, Set.of());
            }
            int first = classes.end(newest);
            byte[] woven = JdkTwins.with(before, file, first, chaos);
            classes.keep(
                    loader, name, new Version(file, before, woven, first, false, QuietSoFar.NONE, Set.of(), newest));
            return woven;
        }
    }

    /** The JDK's own class file, where the woven one lies in a folder; null if it cannot be read. */
    private static byte[] stock(Module module, String name) {
        try (InputStream in = module.getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean hasTwins(byte[] file) {
        return JdkTwins.without(file) != file;
    }

    private byte[] changed(String name, byte[] file) {
        return processorLocals.apply(name, frameworks.apply(name, file));
    }

    private byte[] weaveFirst(ClassLoader loader, String name, byte[] file) {
        // what a recipe has made of it is what the cache knows it by
        byte[] original = changed(name, file);
        Set<String> plain = unwoven.now();
        ContentHash hash = ContentHash.of(original);
        QuietSoFar quiet = experience.quietSoFar(hash);
        QuietSoFar ofArchive =
                classes.haveMetOthers() ? null : linked.archived(loader, original.length, hash, quiet.methods());
        if (ofArchive != null) {
            Version archived = file == original
                    ? new Version(cache, original.length, hash, ofArchive, unwoven.atStart())
                    : version(file, original, null, false, ofArchive, unwoven.atStart());
            if (classes.keepFirst(loader, name, archived, null)) {
                return null;
            }
        }
        ContentHash key = Experience.key(hash, quiet);
        // the program's end keeps heirs, too, with what they inherit in this run
        boolean isForThisRun = inheritsFrom(plain, original);
        byte[] woven = isForThisRun ? null : cache.find(original.length, key);
        Version version = null;
        if (woven != null && file == original) {
            version = new Version(cache, original.length, hash, quiet, plain);
        } else if (woven == null) {
            Log log = new Log();
            compilation.count();
            try {
                WellFormed.check(original);
                woven = weaver.weaver(plain).weave(original, log, 0, quiet);
                if (!log.hasFailures && !isForThisRun) {
                    cache.add(original, key, woven);
                }
            } catch (Malformed e) {
                woven = withRawStubs(name, original, e);
                version = version(file, original, woven, true, QuietSoFar.NONE, plain);
            } catch (RuntimeException | LinkageError e) {
                woven = withStubs(name, original, e);
                version = version(file, original, woven, false, QuietSoFar.NONE, plain);
            }
        }
        if (woven == null) {
            return null;
        }
        if (version == null) {
            version = version(file, original, null, false, quiet, plain);
        }
        return classes.keepFirst(loader, name, version, woven) ? woven : weaveAgain(loader, name, false, file);
    }

    /**
     * Whether it has twins of the methods of such a class, which may be another one in the next run. So may be what
     * cannot be read.
     */
    private static boolean inheritsFrom(Set<String> unwoven, byte[] original) {
        if (unwoven.isEmpty()) {
            return false;
        }
        try {
            ClassReader reader = new ClassReader(original);
            return unwoven.contains(String.valueOf(reader.getSuperName()))
                    || !Collections.disjoint(unwoven, Arrays.asList(reader.getInterfaces()));
        } catch (RuntimeException e) {
            return true;
        }
    }

    private static Version version(
            byte[] file, byte[] original, byte[] woven, boolean isRaw, QuietSoFar quiet, Set<String> plain) {
        return new Version(file, original, woven, 0, isRaw, quiet, plain, null);
    }

    /**
     * Weaves another version of a class: one that replaces it, or the same at another agent's turn. Null if that cannot
     * be; then the VM refuses the version, which lacks the twins.
     *
     * @param isLoaded whether there is such a class; else the VM has refused all versions that are known
     */
    byte[] weaveAgain(ClassLoader loader, String name, boolean isLoaded, byte[] file) {
        byte[] original = changed(name, file);
        synchronized (classes) {
            Version newest = classes.newest(loader, name);
            for (Version each = newest; each != null; each = each.older) {
                if (Arrays.equals(each.original(), original)) {
                    byte[] known = classes.woven(each);
                    classes.note(each, known);
                    return known;
                }
            }
            boolean isRaw = isLoaded && newest.areAllRaw();
            int first = newest.isRaw ? newest.firstPoint : classes.end(newest);
            QuietSoFar quiet = QuietSoFar.NONE;
            byte[] woven;
            try {
                if (isRaw) {
                    throw new Malformed("as the version before");
                }
                WellFormed.check(original);
                quiet = again(newest.first(), original);
                woven = weaver.weaver().weave(original, new Log(), first, quiet);
            } catch (Malformed e) {
                woven = withRawStubs(name, original, e);
                isRaw = true;
            } catch (RuntimeException | LinkageError e) {
                woven = withStubs(name, original, e);
            }
            if (woven != null) {
                Version made = new Version(file, original, woven, first, isRaw, quiet, Set.of(), newest);
                classes.note(made, woven);
                classes.keep(loader, name, made);
            }
            return woven;
        }
    }

    /**
     * The VM allows the class no other methods than it has. Second twins are those of the first version, as far as the
     * others have these methods: one that the VM has refused may have none.
     */
    private QuietSoFar again(Version first, byte[] original) {
        MethodSet methods = QuietSoFar.NONE.equals(first.quietSoFar)
                ? MethodSet.NONE
                : new MethodPlaces(original).ofLoudTwins(classes.woven(first));
        return methods.isEmpty() ? QuietSoFar.NONE : new QuietSoFar(methods, 0, true);
    }

    /** The name of a class that need not be given; null if the class file does not say it either. */
    static String nameOf(String given, byte[] file) {
        return given == null ? nameIn(file) : given;
    }

    /** A loader need not say which class it defines; null if the class file does not say it either. */
    private static String nameIn(byte[] file) {
        try {
            return new ClassReader(file).getClassName();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** False for what the VM refuses at the first look, and ASM does not (JVMS 4.1). */
    static boolean hasMagic(byte[] file) {
        return file.length > 4
                && file[0] == (byte) 0xCA
                && file[1] == (byte) 0xFE
                && file[2] == (byte) 0xBA
                && file[3] == (byte) 0xBE;
    }

    /** The class with pinned stubs as its only twins, and its plain copies edited. */
    private byte[] withStubs(String name, byte[] original, Throwable cause) {
        try {
            byte[] stubbed = weaver.weaver().stub(original, new Log());
            StandardError.say("weft: no twins for class " + name.replace('/', '.') + " (" + cause
                    + "): fibers that block in it pin their carriers");
            return stubbed;
        } catch (RuntimeException | LinkageError e) {
            return withRawStubs(name, original, e);
        }
    }

    /**
     * The class with pinned stubs, and all else as it is; null if even that cannot be. So the VM says of it what it
     * says of the original, whose code nobody has read.
     */
    private byte[] withRawStubs(String name, byte[] original, Throwable cause) {
        // what is woven from now on knows of this, so that no other run can use it
        cache.turnOff();
        String reason = cause instanceof Malformed ? cause.getMessage() : cause.toString();
        try {
            if (cause instanceof Malformed && ((Malformed) cause).isHopeless()) {
                throw (Malformed) cause;
            }
            byte[] stubbed = RawStubs.add(original);
            StandardError.say("weft: no twins for class " + printable(name) + " (" + reason + RawStubs.MEANING);
            return stubbed;
        } catch (Malformed | RuntimeException e) {
            return leave(name, reason);
        }
    }

    /** Null: the class stays as it is. */
    private byte[] leave(String name, String reason) {
        cache.turnOff();
        unwoven.add(name);
        StandardError.say("weft: cannot weave class " + printable(name) + " (" + reason
                + "): it runs unwoven, and pins the fibers that block in it");
        return null;
    }

    /** A name, which in a damaged class file may be long and have line ends. */
    static String printable(String name) {
        String text = name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + ".." : name;
        return text.replace('/', '.').replaceAll("\\p{Cntrl}", "?");
    }

    /**
     * True for what the runtime makes. While a class is being loaded only the runtime itself can tell: an author's
     * class may have such a name and such a superclass, too.
     */
    static boolean isOurs(ClassFile given, String name) {
        return given.redefined() == null
                ? GeneratedClasses.isDefining(name)
                : name.contains(Names.MARK) && isMadeByTheRuntime(given.bytes());
    }

    /** Invokers and resumers, which mean what they say: of these classes no author's can inherit. */
    private static boolean isMadeByTheRuntime(byte[] file) {
        try {
            String superName = new ClassReader(file).getSuperName();
            return Names.INVOKER.equals(superName) || Names.RESUMER.equals(superName);
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** What fails is said in each run: such classes are not kept for later ones. */
    private static final class Log implements WeaveListener {
        private boolean hasFailures;

        @Override
        public void failed(String owner, MethodNode method, RuntimeException cause) {
            hasFailures = true;
            StandardError.say("weft: no twin for " + owner.replace('/', '.') + "#" + method.name + method.desc + " ("
                    + cause + "): a fiber that blocks in it pins its carrier");
        }
    }
}
