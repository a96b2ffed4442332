package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A fiber writes long pieces to a pipe that is empty, and reads back what has come through it. Prints whether all was
 * right, and whether each piece took about one call of the kernel, by what that has counted.
 */
public final class PipePieces {
    private static final int LENGTH = 60_000;
    private static final int PIECES = 50;

    private PipePieces() {}

    /** How often the process has called the kernel to write. */
    private static long writes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/io")).stream()
                    .filter(each -> each.startsWith("syscw: "))
                    .mapToLong(each -> Long.parseLong(each.substring("syscw: ".length())))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        Thread writer = new Thread(() -> {
            try {
                System.out.println(echo(cat));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        writer.join();
        System.out.println(cat.waitFor());
    }

    private static String echo(Process cat) throws IOException {
        boolean isRight = true;
        long before = 0;
        try (OutputStream out = cat.getOutputStream();
                InputStream in = cat.getInputStream()) {
            for (int i = -1; i < PIECES; i++) {
                if (i == 0) {
                    before = writes();
                }
                byte[] piece = new byte[LENGTH];
                Arrays.fill(piece, (byte) i);
                out.write(piece);
                out.flush();
                isRight &= Arrays.equals(piece, in.readNBytes(LENGTH));
            }
            long calls = writes() - before;
            return "right: " + isRight + ", at once: " + (calls < 2 * PIECES ? "true" : calls + " calls");
        }
    }
}
