package dev.weft.openjdktests;

import dev.weft.openjdktests.runner.Runner;

/** What became of one run. Only {@link #PASSED} is good; whatever the driver does not know is {@link #FAILED}. */
enum Verdict {
    PASSED,
    FAILED,
    TIMEOUT,
    /** The test said that it does not apply here, or had no method to run. */
    SKIPPED,
    /** The driver did not start it. */
    NOT_RUN;

    /** The verdict for an exit code of the runner; a test that ends the JVM itself has failed. */
    static Verdict ofExit(int exit, boolean isToFail) {
        return switch (exit) {
            case Runner.PASSED -> isToFail ? FAILED : PASSED;
            case Runner.FAILED -> isToFail ? PASSED : FAILED;
            case Runner.SKIPPED -> SKIPPED;
            default -> FAILED;
        };
    }
}
