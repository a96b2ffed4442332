package dev.weft.bench.macro.report;

/**
 * How much is measured.
 *
 * @param name smoke, quick or full
 * @param rounds runs of each program in each mode, in turns
 * @param seconds of load in each run
 * @param windowMillis of the curves
 * @param boundSeconds after which a child is stopped, whatever it does
 */
record Effort(String name, int rounds, int seconds, int windowMillis, int boundSeconds) {
    /** Only to see that everything runs. */
    static final Effort SMOKE = new Effort("smoke", 1, 1, 100, 600);

    static final Effort QUICK = new Effort("quick", 3, 6, 100, 600);
    static final Effort FULL = new Effort("full", 3, 20, 200, 600);

    Effort with(int otherRounds, int otherSeconds) {
        int more = Math.max(0, otherSeconds - seconds);
        return new Effort(
                name,
                otherRounds > 0 ? otherRounds : rounds,
                otherSeconds > 0 ? otherSeconds : seconds,
                windowMillis,
                boundSeconds + 2 * more);
    }

    int windows() {
        return seconds * 1000 / windowMillis;
    }

    String description() {
        if (name.equals(SMOKE.name)) {
            return "smoke: only shows that every program starts; **its figures mean nothing**";
        }
        return name + ": " + rounds + " rounds, in turns, of " + seconds + " s of load, in windows of " + windowMillis
                + " ms";
    }
}
