package dev.weft.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads all classes of a jar on the class path whose names begin with a prefix, without initializing them, and prints
 * how many they were and the microseconds that each took. One cold run per process: what a program's start has to wait
 * for.
 */
public final class ClassLoading {
    private ClassLoading() {}

    /** Takes the jar and the prefix, with slashes. */
    public static void main(String[] args) throws IOException {
        List<String> names;
        try (JarFile jar = new JarFile(args[0])) {
            names = jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith(args[1]) && name.endsWith(".class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
        int loaded = 0;
        long start = System.nanoTime();
        for (String name : names) {
            try {
                Class.forName(name, false, ClassLoading.class.getClassLoader());
                loaded++;
            } catch (ClassNotFoundException | LinkageError e) {
                // needs a library that is not there
            }
        }
        double micros = (double) (System.nanoTime() - start) / TimeUnit.MICROSECONDS.toNanos(1);
        System.out.println(loaded + " " + micros / Math.max(1, loaded));
    }
}
