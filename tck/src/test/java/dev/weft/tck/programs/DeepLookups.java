package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;

/**
 * Defines a class by {@code Lookup}s where hardly any stack is left, each time beside a class of another loader: those
 * that could be defined must be woven all the same, so that fibers suspend in them.
 */
public final class DeepLookups {
    private static final int COUNT = 200;
    private static final int STEP = 4;

    private static final List<Lookup> LOOKUPS = new ArrayList<>(COUNT);
    private static final List<Class<?>> DEFINED = new ArrayList<>(COUNT);
    private static byte[] file;
    private static int tried;

    private DeepLookups() {}

    /** {@link DeepLoads.Target} is defined beside this. */
    public static final class Neighbour {}

    private static final class Loader extends ClassLoader {
        Loader() {
            super(DeepLookups.class.getClassLoader());
        }

        Class<?> define(byte[] neighbour, String name) {
            return defineClass(name, neighbour, 0, neighbour.length);
        }
    }

    private static byte[] read(Class<?> type) throws IOException {
        String name = type.getName();
        try (InputStream in = DeepLookups.class.getResourceAsStream(
                name.substring(name.lastIndexOf('.') + 1).concat(".class"))) {
            return in.readAllBytes();
        }
    }

    /** Returns how many calls have returned since the stack overflowed. */
    private static int dive() {
        int above;
        try {
            above = dive();
        } catch (StackOverflowError e) {
            above = 0;
        }
        if (above % STEP == 0 && tried < COUNT) {
            try {
                DEFINED.add(LOOKUPS.get(tried++).defineClass(file));
            } catch (StackOverflowError | NoClassDefFoundError | IllegalAccessException e) {
                // it was not defined, and says so
            }
        }
        return above + 1;
    }

    /** Tells how many carriers were blocked while each class that was defined ran in a fiber. */
    public static void main(String[] args) throws Exception {
        file = read(DeepLoads.Target.class);
        byte[] neighbour = read(Neighbour.class);
        for (int i = 0; i <= COUNT; i++) {
            Class<?> beside = new Loader().define(neighbour, Neighbour.class.getName());
            LOOKUPS.add(MethodHandles.privateLookupIn(beside, MethodHandles.lookup()));
        }
        // what is needed is initialized
        DEFINED.add(LOOKUPS.get(COUNT).defineClass(file));
        Thread diver = new Thread(DeepLookups::dive);
        diver.start();
        diver.join();
        System.out.println("many were defined: " + (DEFINED.size() > COUNT / 8));
        DeepLoads.run(DEFINED);
    }
}
