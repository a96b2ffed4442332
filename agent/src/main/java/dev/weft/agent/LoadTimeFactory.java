package dev.weft.agent;

import dev.weft.agent.abi.StandardError;
import java.io.File;
import java.util.Set;
import jdk.internal.weft.agent.Debugger;
import jdk.internal.weft.agent.ForeignAgents;
import jdk.internal.weft.agent.Generators;
import jdk.internal.weft.agent.GeneratorsFactory;
import jdk.internal.weft.agent.HostAccess;
import jdk.internal.weft.agent.ImageFiles;
import jdk.internal.weft.agent.ManagerAtStart;
import jdk.internal.weft.agent.ModuleFiles;

/** Starts load-time weaving: checks the properties, finds what earlier runs have left, and makes the generators. */
public final class LoadTimeFactory implements GeneratorsFactory {
    @Override
    public Generators start(Set<String> unwovenClasses, String wovenModules, ModuleFiles image) {
        StandardError.prepare();
        String problem = AgentOptions.check(System.getProperties());
        if (problem != null) {
            fail(problem);
        }
        if (ManagerAtStart.decides()) {
            System.err.println("weft: the security manager " + ManagerAtStart.className() + ", which"
                    + " -Djava.security.manager names, is loaded before classes are woven, so that no thread is a fiber"
                    + " in this run: install it by System.setSecurityManager");
        } else if (Debugger.decides()) {
            System.err.println("weft: a debugger sees kernel threads only, so that no thread is a fiber in this run:"
                    + " -Dweft.threads=all makes them fibers nevertheless");
        }
        UnwovenClasses unwoven = new UnwovenClasses(unwovenClasses);
        WovenModules modules = wovenModules == null ? null : new WovenModules(new File(wovenModules));
        ModuleFiles files = modules == null ? image : modules;
        LazyWeaver weaver = new LazyWeaver(unwoven, files);
        if (System.getProperty("weft.chaos") != null && !weaver.isChaos()) {
            fail("-Dweft.chaos needs a JDK woven for it: start with WEFT_MODE=chaos, which makes it if need be");
        }
        File entry = entry(wovenModules);
        ClassCache cache = entry == null
                ? ClassCache.none()
                : ClassCache.open(new File(entry, "classes"), cacheName(entry, unwovenClasses));
        ArchiveChoice archives = new ArchiveChoice(
                entry == null || wovenModules != null ? null : new File(entry, "small"),
                System.getProperty("sun.java.command"),
                System.getProperty("java.class.path"),
                cache);
        WovenClasses classes = new WovenClasses(weaver, files, cache);
        PatchedClasses patched = new PatchedClasses(image, modules);
        WeaverCompilation compilation = new WeaverCompilation(new File(folder(wovenModules), "compiler.directives"));
        Experience experience = experience(entry, unwovenClasses);
        if (LinkedProgram.mayBeArchived()) {
            HostAccess.hasArchive();
        }
        HiddenClasses hidden = new HiddenClasses(weaver, cache);
        LoadedClasses loaded = new LoadedClasses(
                weaver,
                classes,
                hidden,
                unwoven,
                modules,
                patched,
                cache,
                archives,
                compilation,
                LinkedProgram.in(entry, cache),
                experience);
        return new LoadTimeGenerators(
                classes,
                loaded,
                new OtherAgents(classes, loaded, hidden, modules, weaver, files),
                hidden,
                new ResumerFiles(classes, cache),
                new InvokerFiles(weaver),
                archives,
                new Observation(experience, classes, weaver, cache, compilation),
                new LoudFrames(experience, classes));
    }

    @Override
    public ForeignAgents early() {
        return new OtherAgents(null, null, null, null, null, null);
    }

    /** The woven JDK's folder, where what runs leave for later ones lies; null if it is to be left alone. */
    private static File entry(String wovenModules) {
        File entry = folder(wovenModules);
        boolean isNone = "off".equals(System.getProperty("weft.cache"))
                || entry == null
                || !new File(entry, "complete").exists();
        return isNone ? null : entry;
    }

    private static String cacheName(File entry, Set<String> unwoven) {
        return LinkedProgram.cacheName(entry, unwoven, Debugger.isThere());
    }

    /**
     * In chaos mode all twins suspend; a scheduler of the program's may have one thread, which no pin may block; a
     * debugger is not to find a fiber now in the twin and now in the plain copy, nor a run with one to tell others what
     * suspends.
     */
    private static Experience experience(File entry, Set<String> unwoven) {
        boolean isOff = "off".equals(System.getProperty("weft.experience"))
                || System.getProperty("weft.chaos") != null
                || System.getProperty("weft.scheduler") != null
                || Debugger.pinsFibers()
                || Debugger.isThere();
        if (!isOff && "chance".equals(System.getProperty("weft.experience"))) {
            return Experience.byChance();
        }
        return isOff || entry == null
                ? Experience.none()
                : Experience.of(new File(new File(entry, "classes"), cacheName(entry, unwoven)));
    }

    private static File folder(String wovenModules) {
        // not java.nio.file, which a small program would start for nothing else
        return (wovenModules == null ? ImageFiles.home() : new File(wovenModules)).getParentFile();
    }

    /** Ends the VM with that line. */
    static void fail(String problem) {
        System.err.println("weft: " + problem);
        Runtime.getRuntime().halt(2);
    }
}
