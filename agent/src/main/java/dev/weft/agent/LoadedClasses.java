package dev.weft.agent;

import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RawBridges;
import dev.weft.agent.format.WellFormed;
import dev.weft.agent.frameworks.FrameworkRecipes;
import dev.weft.agent.twin.WeaveListener;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.MethodNode;

/** Weaves application classes when they are loaded: (module, loader, name, class file) to the woven one, or null. */
final class LoadedClasses implements Function<Object[], byte[]> {
    private static final int MAX_NAME = 300;

    private final Generators generators;
    private final WovenClasses classes;
    private final Set<String> unwoven;
    private final WovenModules modules;
    private final FrameworkRecipes frameworks = new FrameworkRecipes();
    private final ClassCache cache;
    private final Map<Module, Boolean> ofImage = new ConcurrentHashMap<>();

    LoadedClasses(
            Generators generators, WovenClasses classes, Set<String> unwoven, WovenModules modules, ClassCache cache) {
        this.cache = cache;
        this.modules = modules;
        this.generators = generators;
        this.classes = classes;
        this.unwoven = unwoven;
    }

    /**
     * Where the stack of the thread that loads the class does not suffice, another one weaves: {@code java.lang.instrument}
     * would drop the error, and load the class as it is.
     */
    @Override
    public byte[] apply(Object[] input) {
        try {
            return weave(input);
        } catch (StackOverflowError e) {
            return new Elsewhere(input).woven();
        }
    }

    private final class Elsewhere implements Runnable {
        private final Object[] input;
        private byte[] woven;

        Elsewhere(Object[] input) {
            this.input = input;
        }

        /** The thread's death is waited for without {@code join}, which takes more of the stack. */
        byte[] woven() {
            // those of the system's group are never fibers
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent();
            }
            Thread thread = new Thread(group, this, "weft-weaver", 0, false);
            thread.setDaemon(true);
            thread.start();
            while (thread.isAlive()) {
                Thread.yield();
            }
            return woven;
        }

        @Override
        public void run() {
            woven = weave(input);
        }
    }

    private byte[] weave(Object[] input) {
        byte[] file = (byte[]) input[3];
        String name = input[2] == null ? nameIn(file) : (String) input[2];
        if (name == null || !hasMagic(file) || isOurs(name, file)) {
            return null;
        }
        Module module = (Module) input[0];
        if (isOfImage(module)) {
            return modules == null ? null : modules.find(module.getName(), name);
        }
        // what a recipe has made of it is what the cache knows it by
        byte[] original = frameworks.apply(name, file);
        byte[] woven = cache.find(original);
        if (woven == null) {
            try {
                WellFormed.check(original);
                Log log = new Log();
                woven = generators.weaver().weave(original, log);
                if (!log.hasFailures) {
                    cache.add(original, woven);
                }
            } catch (Malformed e) {
                return withRawBridges(name, original, e);
            } catch (RuntimeException | LinkageError e) {
                return withBridges(name, original, e);
            }
        }
        classes.keep((ClassLoader) input[1], name, original);
        return woven;
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
    private static boolean hasMagic(byte[] file) {
        return file.length > 4
                && file[0] == (byte) 0xCA
                && file[1] == (byte) 0xFE
                && file[2] == (byte) 0xBA
                && file[3] == (byte) 0xBE;
    }

    /** The class with bridges as its only twins, and its plain copies edited. */
    private byte[] withBridges(String name, byte[] original, Throwable cause) {
        try {
            byte[] bridged = generators.weaver().bridge(original, new Log());
            System.err.println("weft: no twins for class " + name.replace('/', '.') + " (" + cause
                    + "): fibers that block in it pin their carriers");
            return bridged;
        } catch (RuntimeException | LinkageError e) {
            return withRawBridges(name, original, e);
        }
    }

    /**
     * The class with bridges, and all else as it is; null if even that cannot be. So the VM says of it what it says of the
     * original, whose code nobody has read.
     */
    private byte[] withRawBridges(String name, byte[] original, Throwable cause) {
        // what is woven from now on knows of this, so that no other run can use it
        cache.turnOff();
        String reason = cause instanceof Malformed ? cause.getMessage() : cause.toString();
        try {
            if (cause instanceof Malformed && ((Malformed) cause).isHopeless()) {
                throw (Malformed) cause;
            }
            byte[] bridged = RawBridges.add(original);
            System.err.println(
                    "weft: no twins for class " + printable(name) + " (" + reason
                            + "), and no changes in it: fibers that block in it pin their carriers, and are not the current thread");
            return bridged;
        } catch (Malformed | RuntimeException e) {
            unwoven.add(name);
            System.err.println("weft: cannot weave class " + printable(name) + " (" + reason
                    + "): it runs unwoven, and pins the fibers that block in it");
            return null;
        }
    }

    /** A name, which in a damaged class file may be long and have line ends. */
    private static String printable(String name) {
        String text = name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + ".." : name;
        return text.replace('/', '.').replaceAll("\\p{Cntrl}", "?");
    }

    private static boolean isOurs(String name, byte[] file) {
        return name.startsWith("dev/weft/premain/") || name.contains(Names.MARK) && isMadeByTheRuntime(file);
    }

    /** Invokers and resumers, which mean what they say; an author's class may have such a name, too. */
    private static boolean isMadeByTheRuntime(byte[] file) {
        try {
            String superName = new ClassReader(file).getSuperName();
            return Names.INVOKER.equals(superName) || Names.RESUMER.equals(superName);
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** True for modules that were woven ahead of time. */
    private boolean isOfImage(Module module) {
        if (module == null || !module.isNamed() || module.getLayer() != ModuleLayer.boot()) {
            return false;
        }
        Boolean known = ofImage.get(module);
        if (known == null) {
            Optional<ResolvedModule> resolved =
                    module.getLayer().configuration().findModule(module.getName());
            Optional<URI> location =
                    resolved.isPresent() ? resolved.get().reference().location() : Optional.empty();
            known = location.isPresent() && "jrt".equals(location.get().getScheme());
            ofImage.put(module, known);
        }
        return known;
    }

    /** What fails is said in each run: such classes are not kept for later ones. */
    private static final class Log implements WeaveListener {
        private boolean hasFailures;

        @Override
        public void failed(String owner, MethodNode method, RuntimeException cause) {
            hasFailures = true;
            System.err.println("weft: no twin for " + owner.replace('/', '.') + "#" + method.name + method.desc + " ("
                    + cause + "): a fiber that blocks in it pins its carrier");
        }
    }
}
