package dev.weft.agent;

import dev.weft.agent.abi.Names;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.Substitutions;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.OperandNames;
import dev.weft.agent.resume.ResumerGenerator;
import dev.weft.agent.twin.InvokerGenerator;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Starts load-time weaving: reads the facts of the woven JDK and makes the generators. Called once, by the runtime. */
public final class Start implements Supplier<Object[]> {
    private final WovenClasses classes;
    private final LoadedClasses loaded;
    private final OtherAgents others;
    private final HiddenClasses hidden;
    private final ClassCache cache;
    private final ArchiveChoice archives;
    private final Generators generators;

    /**
     * Checks the properties and the woven JDK; ends the VM with one line if either is wrong.
     *
     * @param unwovenClasses names of classes that were loaded before
     * @param wovenModules folder with the woven classes of all modules; null where the image has them
     * @param image (module, resource) to its bytes in the image, or null
     */
    public Start(Set<String> unwovenClasses, String wovenModules, BiFunction<String, String, byte[]> image) {
        String problem = AgentOptions.check(System.getProperties());
        if (problem != null) {
            fail(problem);
        }
        Set<String> unwoven = ConcurrentHashMap.newKeySet();
        unwoven.addAll(unwovenClasses);
        WovenModules modules = wovenModules == null ? null : new WovenModules(Path.of(wovenModules));
        BiFunction<String, String, byte[]> files = modules == null ? image : modules;
        generators = new Generators(unwoven, files);
        if (System.getProperty("weft.chaos") != null && !generators.isChaos()) {
            fail("-Dweft.chaos needs a JDK woven for it: weave it with 'weft weave --chaos'");
        }
        File entry = entry(wovenModules);
        cache = entry == null ? ClassCache.none() : cache(entry, unwovenClasses);
        archives = new ArchiveChoice(
                entry == null || wovenModules != null ? null : new File(entry, "small"),
                System.getProperty("sun.java.command"),
                System.getProperty("java.class.path"),
                cache);
        classes = new WovenClasses(generators, files, cache);
        loaded = new LoadedClasses(
                generators, classes, unwoven, modules, new PatchedClasses(image, modules), cache, archives);
        others = new OtherAgents(classes, loaded, modules);
        hidden = new HiddenClasses(generators, cache);
    }

    /** The woven JDK's folder, where what runs leave for later ones lies; null if it is to be left alone. */
    private static File entry(String wovenModules) {
        // not java.nio.file, which a small program would start for nothing else
        File entry = new File(wovenModules == null ? System.getProperty("java.home") : wovenModules).getParentFile();
        boolean isNone = "off".equals(System.getProperty("weft.cache"))
                || entry == null
                || !new File(entry, "complete").exists();
        return isNone ? null : entry;
    }

    /**
     * The woven classes of earlier runs lie beside the woven JDK, which is another one for another build of Weft or another
     * mode; the same class file is woven in the same way as long as the same classes are unwoven.
     */
    private static ClassCache cache(File entry, Set<String> unwoven) {
        long key = JdkFacts.className(System.getProperty("java.class.path")
                + '|'
                + System.getProperty("jdk.module.path")
                + '|'
                + System.getProperty("jdk.module.main"));
        if (!unwoven.isEmpty()) {
            for (String name : new TreeSet<>(unwoven)) {
                key = key * 31 + JdkFacts.className(name);
            }
        }
        return ClassCache.open(new File(entry, "classes"), Long.toHexString(key));
    }

    /** All that follows, in that order, and what is to run when the program ends: the runtime reflects once. */
    @Override
    public Object[] get() {
        return new Object[] {
            transformer(),
            resumers(),
            sites(),
            monitors(),
            messages(),
            invokers(),
            unseen(),
            archives,
            shown(),
            rewoven()
        };
    }

    /** Weaves application classes at load: (module, loader, name, class file) to the woven class file, or null. */
    public Function<Object[], byte[]> transformer() {
        return loaded;
    }

    /** Class files of resumers. */
    public BiFunction<Class<?>, Integer, byte[]> resumers() {
        return new ResumerFiles(classes, cache);
    }

    /** Places in the source, and the descriptors of their methods. */
    public BiFunction<Class<?>, Integer, Object[]> sites() {
        return new Sites();
    }

    /** Monitors that a frame holds, as indexes into its references. */
    public BiFunction<Class<?>, Integer, int[]> monitors() {
        return new Monitors();
    }

    /** (class, {point, message}) to the message that a NullPointerException of the point's resumer is to have. */
    public BiFunction<Class<?>, Object[], String> messages() {
        return new Messages();
    }

    /** (method or constructor, name of the class to make) to the class file of its invoker; null if it never suspends. */
    public BiFunction<Executable, String, byte[]> invokers() {
        return new Invokers(generators);
    }

    private static final class Invokers implements BiFunction<Executable, String, byte[]> {
        private final Generators generators;

        /** Natives that have twins, which a recipe has written. */
        private static final Set<String> OF_THREAD = Set.of(
                "public static native void java.lang.Thread.sleep(long) throws java.lang.InterruptedException",
                "public static native void java.lang.Thread.yield()");

        Invokers(Generators generators) {
            this.generators = generators;
        }

        @Override
        public byte[] apply(Executable member, String name) {
            Class<?> host = member.getDeclaringClass();
            boolean isStaticOfThread = host == Thread.class && OF_THREAD.contains(member.toString());
            boolean isWoven = !host.isHidden() && !Modifier.isNative(member.getModifiers());
            return isStaticOfThread || isWoven && isReachable(host, member)
                    ? InvokerGenerator.generate(member, name)
                    : null;
        }

        private boolean isReachable(Class<?> host, Executable member) {
            String owner = host.getName().replace('.', '/');
            if (ImageModules.contain(host.getModule()) && !generators.world().isJdkClass(owner)) {
                // put there by the program: libraries that generate classes do so to reach what is private
                return false;
            }
            if (member instanceof Constructor) {
                String desc = Type.getConstructorDescriptor((Constructor<?>) member);
                return !Modifier.isAbstract(host.getModifiers())
                        && (host.getModifiers() & Opcodes.ACC_ENUM) == 0
                        && Names.canHaveTwin("<init>", desc, false)
                        && generators.world().callsTwin(owner, "<init>", desc, Opcodes.INVOKESPECIAL);
            }
            boolean isStatic = Modifier.isStatic(member.getModifiers());
            String desc = Type.getMethodDescriptor((Method) member);
            return Names.canHaveTwin(member.getName(), desc, isStatic)
                    && Substitutions.inTwin(owner, member.getName(), desc) == null
                    && generators
                            .world()
                            .callsTwin(
                                    owner,
                                    member.getName(),
                                    desc,
                                    isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL);
        }
    }

    /** Weaves classes that no agent sees. */
    public BiFunction<byte[], Class<?>, byte[]> unseen() {
        return hidden;
    }

    /** What another agent is shown of a class: see {@link OtherAgents}. */
    public Function<Object[], byte[]> shown() {
        return others.new Shown();
    }

    /** What becomes of a class that another agent has changed: see {@link OtherAgents}. */
    public Function<Object[], byte[]> rewoven() {
        return others.new Rewoven();
    }

    private final class Sites implements BiFunction<Class<?>, Integer, Object[]> {
        @Override
        public Object[] apply(Class<?> host, Integer point) {
            HostClass parsed = classes.parsed(host, point);
            synchronized (parsed) {
                return ResumerGenerator.site(parsed, point);
            }
        }
    }

    private final class Monitors implements BiFunction<Class<?>, Integer, int[]> {
        @Override
        public int[] apply(Class<?> host, Integer point) {
            HostClass parsed = classes.parsed(host, point);
            synchronized (parsed) {
                return ResumerGenerator.monitors(parsed, point);
            }
        }
    }

    private final class Messages implements BiFunction<Class<?>, Object[], String> {
        @Override
        public String apply(Class<?> host, Object[] pointAndMessage) {
            HostClass parsed = classes.parsed(host, (Integer) pointAndMessage[0]);
            synchronized (parsed) {
                return OperandNames.mend(parsed, (Integer) pointAndMessage[0], (String) pointAndMessage[1]);
            }
        }
    }

    /** Ends the VM with that line. */
    static void fail(String problem) {
        System.err.println("weft: " + problem);
        Runtime.getRuntime().halt(2);
    }
}
