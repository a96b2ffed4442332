package dev.weft.agent;

import dev.weft.agent.facts.JdkFacts;
import java.io.File;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.weft.agent.Debugger;
import jdk.internal.weft.agent.ForeignAgents;
import jdk.internal.weft.agent.Generators;
import jdk.internal.weft.agent.GeneratorsFactory;
import jdk.internal.weft.agent.ModuleFiles;

/** Starts load-time weaving: checks the properties, finds what earlier runs have left, and makes the generators. */
public final class LoadTimeFactory implements GeneratorsFactory {
    @Override
    public Generators start(Set<String> unwovenClasses, String wovenModules, ModuleFiles image) {
        String problem = AgentOptions.check(System.getProperties());
        if (problem != null) {
            fail(problem);
        }
        if (Debugger.decides()) {
            System.err.println("weft: a debugger sees kernel threads only, so that no thread is a fiber in this run:"
                    + " -Dweft.threads=all makes them fibers nevertheless");
        }
        Set<String> unwoven = ConcurrentHashMap.newKeySet();
        unwoven.addAll(unwovenClasses);
        WovenModules modules = wovenModules == null ? null : new WovenModules(Path.of(wovenModules));
        ModuleFiles files = modules == null ? image : modules;
        LazyWeaver weaver = new LazyWeaver(unwoven, files);
        if (System.getProperty("weft.chaos") != null && !weaver.isChaos()) {
            fail("-Dweft.chaos needs a JDK woven for it: weave it with 'weft weave --chaos'");
        }
        File entry = entry(wovenModules);
        ClassCache cache = entry == null ? ClassCache.none() : cache(entry, unwovenClasses);
        ArchiveChoice archives = new ArchiveChoice(
                entry == null || wovenModules != null ? null : new File(entry, "small"),
                System.getProperty("sun.java.command"),
                System.getProperty("java.class.path"),
                cache);
        WovenClasses classes = new WovenClasses(weaver, files, cache);
        PatchedClasses patched = new PatchedClasses(image, modules);
        LoadedClasses loaded = new LoadedClasses(weaver, classes, unwoven, modules, patched, cache, archives);
        return new LoadTimeGenerators(
                classes,
                loaded,
                new OtherAgents(classes, loaded, modules),
                new HiddenClasses(weaver, cache),
                new ResumerFiles(classes, cache),
                new InvokerFiles(weaver),
                archives);
    }

    @Override
    public ForeignAgents early() {
        return new OtherAgents(null, null, null);
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
     * The woven classes of earlier runs lie beside the woven JDK, which is another one for another build of Weft or
     * another mode; the same class file is woven in the same way as long as the same classes are unwoven.
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

    /** Ends the VM with that line. */
    static void fail(String problem) {
        System.err.println("weft: " + problem);
        Runtime.getRuntime().halt(2);
    }
}
