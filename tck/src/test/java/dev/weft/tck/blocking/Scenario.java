package dev.weft.tck.blocking;

import dev.weft.tck.Body;
import java.nio.file.Path;

/**
 * A wait that is about to begin.
 *
 * @param block waits, and then checks what came of it; one thread calls it once
 * @param release ends the wait, and checks what the other side has seen; called by the main thread while the other
 *     waits
 * @param delayed names of the system calls that {@code strace} is to delay, with commas; null if {@code block} waits
 *     without help. Then {@code release} ends nothing.
 * @param path only calls are delayed that have to do with this one; null if it may be any
 */
public record Scenario(Body block, Body release, String delayed, Path path) {
    static Scenario of(Body block, Body release) {
        return new Scenario(block, release, null, null);
    }

    /** The system calls take long; nothing else has to happen. */
    static Scenario delayed(String calls, Path path, Body block) {
        return new Scenario(block, () -> {}, calls, path);
    }
}
