package dev.weft.tck.blocking;

import dev.weft.tck.Fibers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Has each operation wait, several times, and writes a line of each to the file that the first argument names: the
 * verdict, what became of the carrier, the longest time in microseconds for which another thread could not run, the
 * name, and what went wrong.
 *
 * <p>The second argument is {@code console} for those that need a terminal, else {@code all}; further ones select by
 * parts of names. Where {@code -Dtck.delays=false} is given or {@code strace} is missing, what waits for its help is
 * only run; then the second column has a dash. With {@code -Dtck.pinned=true} all wait below a frame that cannot be
 * left.
 */
public final class RunOperations {
    private static final int DELAY_MILLIS = 300;
    private static final int LONGEST_DELAY_MILLIS = 4_000;
    private static final int TIMES = 3;

    private RunOperations() {}

    /** Runs them. */
    public static void main(String[] args) throws IOException {
        boolean areDelayed =
                Fibers.isWoven() && !"false".equals(System.getProperty("tck.delays")) && Delays.areAvailable();
        List<String> wanted = List.of(args).subList(2, args.length);
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[0])), true)) {
            for (OperationMethod each : OperationMethod.all()) {
                if (each.isOfConsole() == args[1].equals("console")
                        && (wanted.isEmpty() || wanted.stream().anyMatch(each.name()::contains))) {
                    out.println(line(each, areDelayed));
                }
            }
        } finally {
            Places.delete();
        }
    }

    private static String line(OperationMethod operation, boolean areDelayed) {
        try {
            Trial.Seen seen = best(operation, areDelayed);
            boolean isRight = seen == null || !Fibers.isWoven() || isRight(operation.how(), seen);
            return String.join(
                    "\t",
                    isRight ? "ok" : "FAIL",
                    seen == null || seen.how() == null ? "-" : seen.how().text(),
                    seen == null ? "-" : "" + seen.nanos() / 1_000,
                    operation.name(),
                    isRight ? "" : "expected " + operation.how().text() + ", pins: " + seen.pins());
        } catch (Throwable t) {
            return String.join("\t", "FAIL", "-", "-", operation.name(), describe(t));
        }
    }

    /** Where the fiber is pinned, what would free the carrier is known to block it. */
    private static boolean isRight(How expected, Trial.Seen seen) {
        return Trial.IS_PINNED && expected == How.FREED
                ? seen.how() != How.FREED && seen.pins() > 0
                : seen.how() == expected;
    }

    private static String describe(Throwable t) {
        StringBuilder text = new StringBuilder(t.toString());
        for (StackTraceElement each : t.getStackTrace()) {
            text.append(" at ").append(each);
        }
        return text.toString().replaceAll("\\s+", " ");
    }

    /** The time of the best of several trials: others may be long for want of classes, or of a processor. */
    private static Trial.Seen best(OperationMethod operation, boolean areDelayed) throws Throwable {
        Scenario first = operation.make();
        if (first.delayed() == null) {
            Trial.Seen best = Trial.run(first);
            for (int i = 1; i < TIMES; i++) {
                Trial.Seen next = Trial.run(operation.make());
                best = next.nanos() < best.nanos() ? next : best;
            }
            return best;
        }
        Trial.runPlainly(first);
        if (!areDelayed) {
            return null;
        }
        return delayed(operation, DELAY_MILLIS);
    }

    /** Once more with a longer delay, where it had passed before it was seen. */
    private static Trial.Seen delayed(OperationMethod operation, int millis) throws Throwable {
        Scenario scenario = operation.make();
        Delays delays = Delays.of(scenario.delayed(), scenario.path(), millis);
        try {
            return Trial.run(scenario);
        } catch (Trial.NoWait e) {
            if (millis > LONGEST_DELAY_MILLIS) {
                throw e;
            }
        } finally {
            delays.close();
        }
        return delayed(operation, 4 * millis);
    }
}
