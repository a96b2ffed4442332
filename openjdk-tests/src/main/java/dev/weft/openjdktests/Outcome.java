package dev.weft.openjdktests;

import java.util.List;
import java.util.Optional;

/**
 * One line of the journal.
 *
 * @param test the test's name
 * @param run which of its actions, from 1 on; 0 for a test that was not run at all
 * @param mode plain or fiber; for one that was not run both have an outcome
 * @param verdict what became of it
 * @param millis how long it took
 * @param action the text of the action
 * @param detail why, in a line
 */
record Outcome(String test, int run, Mode mode, Verdict verdict, long millis, String action, String detail) {
    private static final int FIELDS = 7;

    /** As a line with tabs. */
    String line() {
        return String.join(
                "\t",
                List.of(
                        clean(test),
                        Integer.toString(run),
                        mode.name(),
                        verdict.name(),
                        Long.toString(millis),
                        clean(action),
                        clean(detail)));
    }

    /** The outcome that a line tells; none for the torn last line of a run that was killed. */
    static Optional<Outcome> parse(String line) {
        String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Outcome(
                    fields[0],
                    Integer.parseInt(fields[1]),
                    Mode.valueOf(fields[2]),
                    Verdict.valueOf(fields[3]),
                    Long.parseLong(fields[4]),
                    fields[5],
                    fields[6]));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String clean(String text) {
        return text.replaceAll("[\\t\\r\\n]+", " ");
    }
}
