package dev.weft.fuzz.run;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Puts a generator of twins in place of the one in the woven JDK: one with a defect, to see that the fuzzer finds it.
 * Property {@code fuzz.mutation} names the defect; without it nothing happens.
 */
final class Mutant {
    private static final Function<Object[], byte[]> TRANSFORMER = install(System.getProperty("fuzz.mutation"));

    private Mutant() {}

    /** The class as the generator in place weaves it; the argument itself if that is the JDK's own. */
    static byte[] weave(ClassLoader loader, String name, byte[] file) {
        if (TRANSFORMER == null) {
            return file;
        }
        byte[] woven = TRANSFORMER.apply(new Object[] {null, loader, name, file, null});
        return woven == null ? file : woven;
    }

    /** One generator for the classes of programs, the one in the JDK for all others, which it has woven. */
    private record ForPrograms(BiFunction<Class<?>, Integer, Object> mine, BiFunction<Class<?>, Integer, Object> others)
            implements BiFunction<Class<?>, Integer, Object> {
        @Override
        public Object apply(Class<?> host, Integer point) {
            boolean isPrograms = host.getClassLoader() instanceof ProgramLoader;
            return (isPrograms ? mine : others).apply(host, point);
        }
    }

    /** As {@code java.weft.AgentHooks.start} does it, with classes of another loader. */
    @SuppressWarnings("unchecked")
    private static Function<Object[], byte[]> install(String mutation) {
        if (mutation == null) {
            return null;
        }
        try {
            Class<?> type = new MutantLoader(Mutation.valueOf(mutation)).loadClass("dev.weft.agent.Start");
            Object start = type.getConstructor(Set.class, String.class).newInstance(Set.of(), null);
            Class<?> hooks = Class.forName("java.weft.AgentHooks");
            for (String[] each : new String[][] {{"resumerClassFiles", "resumers"}, {"sites", "sites"}}) {
                Field field = hooks.getField(each[0]);
                BiFunction<Class<?>, Integer, Object> mine = (BiFunction<Class<?>, Integer, Object>)
                        type.getMethod(each[1]).invoke(start);
                field.set(null, new ForPrograms(mine, (BiFunction<Class<?>, Integer, Object>) field.get(null)));
            }
            return (Function<Object[], byte[]>) type.getMethod("transformer").invoke(start);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the generator cannot be replaced", e);
        }
    }
}
