package dev.weft.fuzz.gen;

import java.util.Map;

/**
 * A generated program.
 *
 * @param classes class files by internal name, superclasses before those that extend them
 */
public record Program(Map<String, byte[]> classes) {
    /** The class that calls all methods. */
    public static final String MAIN = "fuzzed/Main";

    /** The class to start: a {@code Runnable} with a constructor without parameters that does nothing. */
    public static final String START = "fuzzed/Start";
}
