package dev.weft.tck.programs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Threads that wait in the kernel for a file, and one that computes, until standard input ends. */
public final class FileWaiters {
    private static final int MORE_THAN_A_PIPE_HAS = 1 << 22;

    private FileWaiters() {}

    private static Object read(Path fifo) throws IOException {
        try (RandomAccessFile ends = new RandomAccessFile(fifo.toFile(), "rw")) {
            return ends.read();
        }
    }

    private static Object write(Path fifo) throws IOException {
        try (FileChannel ends = FileChannel.open(fifo, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return ends.write(ByteBuffer.allocateDirect(MORE_THAN_A_PIPE_HAS));
        }
    }

    private static Object compute() {
        for (long n = 0; ; n++) {
            if (n < 0) {
                return n;
            }
        }
    }

    /** The arguments are two FIFOs: one is read, one is written. */
    public static void main(String[] args) throws IOException {
        DumpedThreads.start("reader", () -> read(Path.of(args[0])));
        DumpedThreads.start("writer", () -> write(Path.of(args[1])));
        DumpedThreads.start("busy", FileWaiters::compute);
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }
}
