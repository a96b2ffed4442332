package dev.weft.fuzz.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.util.Set;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.ForeignAgents;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.agent.Generators;
import jdk.internal.weft.agent.GeneratorsFactory;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.agent.SourceSite;

/**
 * Puts a generator of twins in place of the one in the woven JDK: one with a defect, to see that the fuzzer finds it.
 * Property {@code fuzz.mutation} names the defect; without it nothing happens.
 */
final class Mutant {
    private static final Generators MUTANT = install(System.getProperty("fuzz.mutation"));

    private Mutant() {}

    /**
     * Defines the class as the generator in place weaves it; null if that is the JDK's own, which weaves while the VM
     * defines.
     */
    static Class<?> define(ClassLoader loader, String name, byte[] file) {
        byte[] woven = MUTANT == null ? null : MUTANT.weave(new ClassFile(null, loader, name, null, file));
        return woven == null ? null : GeneratedClasses.define(name, woven, loader, null);
    }

    /** One generator for the classes of programs, the one in the JDK for all others, which it has woven. */
    private record ForPrograms(Generators mine, Generators others) implements Generators {
        private Generators of(Class<?> host) {
            return host.getClassLoader() instanceof ProgramLoader ? mine : others;
        }

        @Override
        public ClassFile resumer(Class<?> host, int point, boolean withCasts) {
            return of(host).resumer(host, point, withCasts);
        }

        @Override
        public String[] initializers() {
            return others.initializers();
        }

        @Override
        public void prepare() {
            others.prepare();
        }

        @Override
        public SourceSite site(Class<?> host, int point) {
            return of(host).site(host, point);
        }

        @Override
        public int[] monitors(Class<?> host, int point) {
            return of(host).monitors(host, point);
        }

        @Override
        public String message(Class<?> host, int point, String message) {
            return of(host).message(host, point, message);
        }

        @Override
        public byte[] weave(ClassFile file) {
            return others.weave(file);
        }

        @Override
        public void baseClassLoaded() {
            others.baseClassLoaded();
        }

        @Override
        public ForeignAgents foreignAgents() {
            return others.foreignAgents();
        }

        @Override
        public byte[] invoker(Executable member, String name) {
            return others.invoker(member, name);
        }

        @Override
        public byte[] weaveUnseen(byte[] file, Class<?> host) {
            return others.weaveUnseen(file, host);
        }

        @Override
        public byte[] weaveBesideJdk(ClassFile file) {
            return others.weaveBesideJdk(file);
        }

        @Override
        public void fibersBegin() {
            others.fibersBegin();
        }

        @Override
        public boolean findLoud(StackTraceElement[] raw, boolean onlyOutermost) {
            return others.findLoud(raw, onlyOutermost);
        }

        @Override
        public boolean isQuietSoFar(String className, String method) {
            return others.isQuietSoFar(className, method);
        }

        @Override
        public long quietAgain() {
            return others.quietAgain();
        }

        @Override
        public void allAreLoud() {
            others.allAreLoud();
        }

        @Override
        public void exit() {
            others.exit();
        }
    }

    /** A file of a module of the JDK, or null. */
    private static byte[] find(String module, String resource) {
        Module found = ModuleLayer.boot().findModule(module).orElseThrow();
        try (InputStream in = found.getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code LoadTimeWeaving.start} does it, with classes of another loader. */
    private static Generators install(String mutation) {
        if (mutation == null) {
            return null;
        }
        try {
            Class<?> type = new MutantLoader(Mutation.valueOf(mutation)).loadClass("dev.weft.agent.LoadTimeFactory");
            GeneratorsFactory factory =
                    (GeneratorsFactory) type.getConstructor().newInstance();
            Generators mine = factory.start(Set.of(), null, Mutant::find);
            Field lent = LoadTimeWeaving.class.getDeclaredField("generators");
            lent.setAccessible(true);
            lent.set(null, new ForPrograms(mine, (Generators) lent.get(null)));
            return mine;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the generator cannot be replaced", e);
        }
    }
}
