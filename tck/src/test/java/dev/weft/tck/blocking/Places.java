package dev.weft.tck.blocking;

import dev.weft.tck.Check;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Files of the operations, in a folder that is deleted when the run ends. */
final class Places {
    /** More than any pipe holds. */
    static final int MUCH = 1 << 20;

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static Path folder;

    private Places() {}

    /** A path that is not used yet. */
    static synchronized Path fresh() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory("tck-blocking");
        }
        return folder.resolve("f" + NUMBER.incrementAndGet());
    }

    static Path fifo() throws IOException {
        Path path = fresh();
        try {
            Check.equal(
                    0,
                    new ProcessBuilder("mkfifo", path.toString())
                            .inheritIO()
                            .start()
                            .waitFor());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return path;
    }

    /** A file with that text. */
    static Path file(String text) throws IOException {
        return Files.writeString(fresh(), text);
    }

    /** Both ends of a FIFO, which nobody waits for to open. */
    static RandomAccessFile ends(Path fifo) throws IOException {
        return new RandomAccessFile(fifo.toFile(), "rw");
    }

    /** Reads that many bytes, and closes. */
    static void drain(RandomAccessFile ends, int count) throws IOException {
        try (ends) {
            ends.readFully(new byte[count]);
        }
    }

    static synchronized void delete() throws IOException {
        if (folder != null) {
            try (Stream<Path> all = Files.walk(folder)) {
                List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
                for (Path each : deepestFirst) {
                    Files.delete(each);
                }
            }
        }
    }
}
