package com.example.client;

/**
 * What came of one fault test.
 *
 * @param name what was done to the server
 * @param passed whether the server behaved
 * @param detail why not, or what was seen
 * @param millis how long it took
 */
public record FaultResult(String name, boolean passed, String detail, long millis) {
    /** One line. */
    @Override
    public String toString() {
        return (passed ? "ok     " : "FAILED ") + name + " (" + millis + " ms)"
                + (detail.isEmpty() ? "" : ": " + detail);
    }
}
