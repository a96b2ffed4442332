package dev.weft.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that loads classes of the class path, and initializes none, so that the agent weaves them all and keeps
 * them for later runs: {@code weft link} runs it.
 */
public final class LoadAll {
    private LoadAll() {}

    /** Loads the classes that a file names, one in each line; those that cannot be loaded are left out. */
    public static void main(String[] args) throws IOException {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        int loaded = 0;
        for (String name : Files.readAllLines(Path.of(args[0]))) {
            try {
                Class.forName(name, false, loader);
                loaded++;
            } catch (ClassNotFoundException | LinkageError | SecurityException e) {
                // of an optional dependency that is not there, or of a sealed or otherwise signed package: the program
                // fails in the same way if it asks for it
            }
        }
        System.out.println(loaded);
    }
}
