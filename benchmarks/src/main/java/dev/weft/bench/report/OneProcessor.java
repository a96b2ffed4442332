package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * Kernel threads on one processor. Two that wake each other on two processors pay for the wake-up of a processor, up to
 * ten times what the switch costs, while fibers on one carrier are on one processor by their nature.
 */
final class OneProcessor {
    private OneProcessor() {}

    /**
     * The plain JDK under {@code taskset}: a script, since JMH takes one command. The collector is the one that the JVM
     * chooses with two processors.
     *
     * @throws IOException if there is no {@code taskset}, or it may not choose the processor; the message says so
     */
    static Runtime of(Path java) throws IOException, InterruptedException {
        Path taskset = Commands.onPath("taskset");
        if (taskset == null) {
            throw new IOException("there is no taskset on the path");
        }
        String bound = taskset + " -c 0 ";
        Commands.output(List.of("sh", "-c", bound + "true"), Map.of());
        Path script = Files.createTempFile(
                "java-on-one-processor",
                ".sh",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        script.toFile().deleteOnExit();
        Files.writeString(script, "#!/bin/sh\nexec " + bound + "'" + java + "' \"$@\"\n");
        return new Runtime(Runtime.PLAIN_BOUND, script, List.of("-XX:+UseG1GC"), "");
    }
}
