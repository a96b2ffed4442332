package dev.weft.coverage;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataWriter;

/** What JVMs have written when they ended, as JaCoCo's execution data. */
final class ProbeFiles {
    private ProbeFiles() {}

    /**
     * Writes the union of all files.
     *
     * @param folder that of the files
     * @param list the file of instrumented classes
     * @param target the file to be written
     * @return how many JVMs have written
     */
    static int write(Path folder, Path list, Path target) throws IOException {
        List<ProbedClass> classes =
                Files.readAllLines(list).stream().map(ProbedClass::parse).toList();
        boolean[] all =
                new boolean[classes.stream().mapToInt(ProbedClass::probes).sum()];
        int files = 0;
        try (Stream<Path> found = Files.list(folder)) {
            for (Path each : (Iterable<Path>) found::iterator) {
                files += add(Files.readAllBytes(each), all) ? 1 : 0;
            }
        }
        try (OutputStream out = Files.newOutputStream(target)) {
            ExecutionDataWriter writer = new ExecutionDataWriter(out);
            int at = 0;
            for (ProbedClass each : classes) {
                boolean[] probes = Arrays.copyOfRange(all, at, at + each.probes());
                writer.visitClassExecution(new ExecutionData(each.id(), each.name(), probes));
                at += each.probes();
            }
        }
        return files;
    }

    /** Whether the file was whole; a JVM that is killed while it writes leaves a part. */
    private static boolean add(byte[] file, boolean[] all) {
        if (file.length != all.length) {
            return false;
        }
        for (int i = 0; i < file.length; i++) {
            all[i] |= file[i] != 0;
        }
        return true;
    }
}
