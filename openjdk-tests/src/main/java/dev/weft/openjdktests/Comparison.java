package dev.weft.openjdktests;

import java.util.Optional;

/**
 * One action of a test in both modes.
 *
 * @param test the test's name
 * @param run which of its actions
 * @param plain what became of it on the plain JDK; null if it was not tried
 * @param fiber what became of it as a fiber; null if it was not tried
 * @param reason why it is known to differ; empty if it is not
 */
record Comparison(String test, int run, Outcome plain, Outcome fiber, String reason) {
    /** The classes of the tables. */
    enum Kind {
        PASSED_BOTH("passed both"),
        PASSED_FIBER("passed as fiber, plain not asked"),
        FAILED_BOTH("failed both"),
        KNOWN("failed only as fiber, for a known reason"),
        UNEXPLAINED("failed only as fiber, unexplained"),
        FAILED_PLAIN("failed only plain"),
        NOT_RUN("not run"),
        NOT_COMPARED("run in one mode only");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    static Comparison of(Outcome plain, Outcome fiber, KnownDifferences known) {
        Outcome any = plain == null ? fiber : plain;
        Optional<String> reason = known.reason(any.test());
        return new Comparison(any.test(), any.run(), plain, fiber, reason.orElse(""));
    }

    /** Where it belongs. */
    Kind kind() {
        if (plain == null && fiber.verdict() == Verdict.PASSED) {
            return Kind.PASSED_FIBER;
        }
        if (plain == null || fiber == null) {
            return Kind.NOT_COMPARED;
        }
        boolean isPlainGood = plain.verdict() == Verdict.PASSED;
        boolean isFiberGood = fiber.verdict() == Verdict.PASSED;
        if (isPlainGood && isFiberGood) {
            return Kind.PASSED_BOTH;
        }
        if (isNone(plain) && isNone(fiber)) {
            return Kind.NOT_RUN;
        }
        if (isFiberGood) {
            return Kind.FAILED_PLAIN;
        }
        if (isPlainGood || isNone(plain)) {
            return reason.isEmpty() ? Kind.UNEXPLAINED : Kind.KNOWN;
        }
        return isNone(fiber) ? Kind.UNEXPLAINED : Kind.FAILED_BOTH;
    }

    private static boolean isNone(Outcome outcome) {
        return outcome.verdict() == Verdict.SKIPPED || outcome.verdict() == Verdict.NOT_RUN;
    }

    /** What the failing mode, or the one that was not run, says. */
    String detail() {
        Outcome telling = fiber != null && !fiber.detail().isEmpty() ? fiber : plain == null ? fiber : plain;
        return telling.verdict() + (telling.detail().isEmpty() ? "" : ": " + telling.detail());
    }
}
