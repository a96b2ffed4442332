package dev.weft.demo;

/**
 * What one run has shown.
 *
 * @param mode the name of the kind of threads
 * @param status the server's process when all connections were held, or null if the run failed before
 * @param peakThreads the most kernel threads seen from then to the end of the load
 * @param report the client's numbers, or null if the run failed
 * @param note what went wrong, one line, or empty
 */
record Measurement(String mode, ProcStatus status, int peakThreads, ClientReport report, String note) {
    /** A run without numbers. */
    static Measurement failed(String mode, String why) {
        return new Measurement(mode, null, 0, null, why);
    }

    /** Whether there are numbers. */
    boolean complete() {
        return status != null && report != null;
    }

    /** Whether there are numbers, and no answer was wrong or missing. */
    boolean clean() {
        return complete() && report.wrong() == 0 && report.errors() == 0;
    }

    /** Resident memory in MB of 1,048,576 bytes. */
    double residentMb() {
        return status.residentKb() / 1024.0;
    }
}
