package dev.weft.agent;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.OpenWorld;
import dev.weft.agent.twin.ClassWeaver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Set;
import jdk.internal.weft.agent.Debugger;
import jdk.internal.weft.agent.ModuleFiles;

/**
 * What weaves at load, with what it knows of the woven JDK. It is made when a class must be woven: a program whose
 * classes are all found in the cache does without, which is a third of the start of a small one. Safe for use by
 * several threads.
 */
final class LazyWeaver implements PrivilegedAction<JdkFacts> {
    private final UnwovenClasses unwoven;
    private final ModuleFiles files;
    private JdkFacts facts;
    private volatile Made newest;

    /** What weaves with those names of classes that have no twins. */
    private static final class Made {
        final Set<String> unwoven;
        final OpenWorld world;
        final ClassWeaver weaver;
        final boolean isChaos;

        Made(Set<String> unwoven, JdkFacts facts) {
            this.unwoven = unwoven;
            isChaos = facts.isChaos();
            world = new OpenWorld(facts, unwoven, LazyWeaver::fileOf, Debugger.isThere());
            weaver = new ClassWeaver(world, isChaos);
        }
    }

    /**
     * With the classes that have no twins.
     *
     * @param files those of the woven JDK
     */
    LazyWeaver(UnwovenClasses unwoven, ModuleFiles files) {
        this.unwoven = unwoven;
        this.files = files;
    }

    /** The knowledge of the JDK; ends the VM with one line if the woven JDK has none. */
    OpenWorld world() {
        return made(unwoven.now()).world;
    }

    /** Weaves classes. */
    ClassWeaver weaver() {
        return weaver(unwoven.now());
    }

    /** Weaves classes as if those were all that have no twins; a set of {@link UnwovenClasses#now}. */
    ClassWeaver weaver(Set<String> names) {
        return made(names).weaver;
    }

    /**
     * True while this thread reads the facts: for that the JDK may make a class (of a lambda), which then stays as it
     * is, as those do that it makes before it has started.
     */
    boolean areBeingMade() {
        return newest == null && Thread.holdsLock(this);
    }

    /** Whether the JDK was woven for chaos mode. */
    boolean isChaos() {
        return made(unwoven.now()).isChaos;
    }

    @SuppressWarnings("ReferenceEquality") // the very set, which does not change
    private Made made(Set<String> names) {
        Made known = newest;
        return known != null && known.unwoven == names ? known : make(names);
    }

    @SuppressWarnings({"ReferenceEquality", "removal"}) // as above; the JDK has nothing else for that
    private synchronized Made make(Set<String> names) {
        if (facts == null) {
            // whoever loads a class may not have the right to read files
            facts = AccessController.doPrivileged(this);
        }
        Made made = new Made(names, facts);
        if (newest == null || names == unwoven.now()) {
            newest = made;
        }
        return made;
    }

    /** The class file of a class that was loaded unwoven, where the system class loader finds it; else null. */
    private static byte[] fileOf(String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    /** Reads the facts. */
    @Override
    public JdkFacts run() {
        byte[] file = files.find("java.base", JdkFacts.RESOURCE);
        if (file == null) {
            LoadTimeFactory.fail("the woven JDK has no facts: weave again with 'weft weave --force'");
        }
        try {
            return JdkFacts.read(new ByteArrayInputStream(file));
        } catch (IOException e) {
            LoadTimeFactory.fail(
                    "the woven JDK cannot be read (" + e.getMessage() + "): weave again with 'weft weave --force'");
            throw new IllegalStateException(e);
        }
    }
}
