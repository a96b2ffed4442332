package dev.weft.bench.report;

/**
 * How much is measured.
 *
 * @param name smoke, quick or full
 * @param rounds processes per figure and runtime, interleaved
 * @param warmups iterations that are not counted, per process
 * @param iterations iterations that are, per process
 * @param iterationMillis length of each
 * @param timeoutSeconds after which an iteration is given up
 * @param starts starts of hello world per way of starting, in all rounds
 */
record Effort(
        String name, int rounds, int warmups, int iterations, int iterationMillis, int timeoutSeconds, int starts) {
    /** Only to see that everything runs: its figures mean nothing. */
    static final Effort SMOKE = new Effort("smoke", 1, 1, 1, 100, 30, 2);

    static final Effort QUICK = new Effort("quick", 3, 3, 3, 400, 30, 15);
    static final Effort FULL = new Effort("full", 5, 5, 5, 1_000, 120, 40);

    /** The same with another number of rounds. */
    Effort withRounds(int wanted) {
        return new Effort(name, wanted, warmups, iterations, iterationMillis, timeoutSeconds, starts);
    }

    /** In the words of the report. */
    String description() {
        return String.format(
                "%s: %d rounds of %d + %d iterations of %d ms per figure and runtime",
                name, rounds, warmups, iterations, iterationMillis);
    }
}
