package dev.weft.agent.abi;

import java.io.PrintStream;

/**
 * Where the agent says what is wrong: standard error, as it was when the program started. What the program has put in
 * its place may load classes, and those that are loaded while another one is woven get no twins.
 */
public final class StandardError {
    private static volatile PrintStream first;

    private StandardError() {}

    /** Called before the program's own code runs. */
    public static void prepare() {
        first = System.err;
    }

    /** Prints a line. */
    public static void say(String line) {
        PrintStream known = first;
        (known == null ? System.err : known).println(line);
    }
}
