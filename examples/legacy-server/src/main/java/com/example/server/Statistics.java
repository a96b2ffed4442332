package com.example.server;

/** Counters of the whole server, guarded by this object's monitor. */
final class Statistics {
    private long opened;
    private long ended;
    private long refused;
    private long broken;
    private long requests;
    private long characters;

    /** A connection got its thread. */
    synchronized void opened() {
        opened++;
    }

    /** The thread of a connection is about to end. */
    synchronized void ended() {
        ended++;
    }

    /** A connection was closed because no thread could be started for it. */
    synchronized void refused() {
        opened--;
        refused++;
    }

    /** A connection ended by an I/O error. */
    synchronized void broken() {
        broken++;
    }

    /** A request was answered. */
    synchronized void answered(String request, String answer) {
        requests++;
        characters += request.length() + answer.length();
    }

    /** How many connections have had a thread. */
    synchronized long openedCount() {
        return opened;
    }

    /** How many connections have a thread now. */
    synchronized long live() {
        return opened - ended;
    }

    /** How many requests were answered. */
    synchronized long requests() {
        return requests;
    }

    /** All counters as {@code name=value} pairs. */
    synchronized String line() {
        return "live=" + (opened - ended) + " opened=" + opened + " refused=" + refused + " broken=" + broken
                + " requests=" + requests + " characters=" + characters;
    }
}
