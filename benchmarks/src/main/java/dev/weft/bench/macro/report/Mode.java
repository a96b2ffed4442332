package dev.weft.bench.macro.report;

import java.util.List;

/**
 * One way to run a program.
 *
 * @param name in the report
 * @param java the command with what makes the mode what it is
 */
record Mode(String name, List<String> java) {
    static final String PLAIN = "plain 17";
    static final String NONE = "Weft none";
    static final String WEFT = "Weft";
    static final String COLD = "Weft uncached";
    static final String LINKED = "Weft linked";
    static final String JDK25 = "JDK 25";
    static final String VIRTUAL = "JDK 25 virtual";

    /** All that a machine may have, in the order of the report's columns. */
    static final List<String> ALL = List.of(PLAIN, NONE, WEFT, COLD, LINKED, JDK25, VIRTUAL);

    boolean isWoven() {
        return name.equals(WEFT) || name.equals(NONE) || name.equals(COLD);
    }
}
