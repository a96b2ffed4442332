package dev.weft.openjdktests;

import java.nio.file.Path;
import java.util.List;

/**
 * What the driver will do with a test.
 *
 * @param test the test
 * @param actions its steps
 * @param sourcePath where its classes and those of its libraries are
 * @param modules what {@code @modules} names
 * @param notRun why it is not run; empty if it is
 */
record Plan(TestDescription test, List<Action> actions, List<Path> sourcePath, List<String> modules, String notRun) {
    /** A plan for a test that is not run. */
    static Plan not(TestDescription test, String reason) {
        return new Plan(test, List.of(), List.of(), List.of(), reason);
    }

    /** Whether some action is of this kind. */
    boolean uses(String kind) {
        return actions.stream().anyMatch(action -> action.kind().equals(kind));
    }
}
