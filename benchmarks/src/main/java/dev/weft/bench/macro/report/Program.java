package dev.weft.bench.macro.report;

import java.util.List;

/**
 * A program of the set.
 *
 * @param name by which it is asked for
 * @param module folder below {@code benchmarks/macro} that has it
 * @param type its class, a {@link dev.weft.bench.macro.MacroProgram}
 * @param megabytes of heap, from the start
 * @param unit what is counted
 * @param hasVirtual whether it can be told to use virtual threads
 * @param options for the JVM, the same in all modes
 */
record Program(
        String name, String module, String type, int megabytes, String unit, boolean hasVirtual, List<String> options) {

    /**
     * Whether it is one that shows what fibers are for: threads that wait. These have no part in the geometric means.
     */
    boolean waits() {
        return options.contains(Catalogue.WAITS);
    }

    /** Whose answers are to be equal: those of all modes, but the JDK's own compiler is another one in each JDK. */
    String answersIn(String mode) {
        boolean differs = name.equals(Catalogue.JAVAC) && (mode.equals(Mode.JDK25) || mode.equals(Mode.VIRTUAL));
        return differs ? name + " of JDK 25" : name;
    }

    /** Whether it can be run in that mode; linked are those whose starts are goals. */
    boolean hasMode(String mode) {
        return switch (mode) {
            case Mode.VIRTUAL -> hasVirtual;
            case Mode.LINKED -> Catalogue.STARTS.contains(name);
            default -> true;
        };
    }

    boolean needsPostgres() {
        return name.equals(Catalogue.POSTGRES);
    }
}
