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

    /** How many of the classes are random: the one to start is always the same, and so is the record. */
    public long randomClasses() {
        return classes.keySet().stream()
                .filter(each -> !each.equals(START) && !each.equals(Records.NAME))
                .count();
    }
}
