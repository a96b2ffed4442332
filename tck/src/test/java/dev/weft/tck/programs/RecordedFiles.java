package dev.weft.tck.programs;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import jdk.jfr.Recording;

/**
 * Reads and writes a file in a fiber in each way that JFR has events of, then waits for a pipe. The arguments are the
 * recording's file and that file.
 */
public final class RecordedFiles {
    private RecordedFiles() {}

    /** Prints what was read, and where a read fails. */
    public static void main(String[] args) throws Throwable {
        OwnThread.run(() -> record(Path.of(args[0]), Path.of(args[1])));
    }

    private static void record(Path recorded, Path file) throws Exception {
        try (Recording recording = new Recording()) {
            for (String name : List.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce", "weft.FiberPinned")) {
                recording.enable(name).withoutThreshold();
            }
            recording.start();
            write(file);
            System.out.println("read: " + read(file));
            System.out.println("closed: " + failed(file));
            System.out.println("pipe: " + readFromPipe());
            recording.stop();
            recording.dump(recorded);
        }
    }

    private static void write(Path file) throws IOException {
        try (OutputStream out = new FileOutputStream(file.toFile())) {
            out.write(1);
            out.write(new byte[] {2, 3});
            out.write(new byte[] {0, 4, 0}, 1, 1);
        }
        try (RandomAccessFile both = new RandomAccessFile(file.toFile(), "rw")) {
            both.seek(4);
            both.write(5);
            both.write(new byte[] {6, 7});
            both.write(new byte[] {0, 8, 0}, 1, 1);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.position(8);
            channel.write(ByteBuffer.wrap(new byte[] {9}));
            channel.write(ByteBuffer.wrap(new byte[] {12}), 11);
            channel.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[] {10}), ByteBuffer.wrap(new byte[] {11})});
            channel.force(true);
        }
    }

    /** The sum of 1 to 12, three times. */
    private static int read(Path file) throws IOException {
        int sum = 0;
        byte[] bytes = new byte[12];
        try (InputStream in = new FileInputStream(file.toFile())) {
            sum += in.read();
            sum += sum(bytes, in.read(bytes, 0, 1));
            sum += sum(bytes, in.read(bytes));
        }
        try (RandomAccessFile both = new RandomAccessFile(file.toFile(), "r")) {
            sum += both.read();
            sum += sum(bytes, both.read(bytes, 0, 1));
            sum += sum(bytes, both.read(bytes));
        }
        try (FileChannel channel = FileChannel.open(file)) {
            sum += sum(bytes, channel.read(ByteBuffer.wrap(bytes, 0, 1)));
            sum += sum(bytes, channel.read(ByteBuffer.wrap(bytes, 0, 1), 1));
            channel.position(2);
            long count = channel.read(new ByteBuffer[] {ByteBuffer.wrap(bytes, 0, 5), ByteBuffer.wrap(bytes, 5, 7)});
            sum += sum(bytes, (int) count);
        }
        return sum;
    }

    private static int sum(byte[] bytes, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += bytes[i];
        }
        return sum;
    }

    /** The methods in the stack trace of a read that fails, but for the native one. */
    private static String failed(Path file) throws IOException {
        InputStream in = new FileInputStream(file.toFile());
        in.close();
        try {
            in.read(new byte[1]);
            return "read";
        } catch (IOException e) {
            StringBuilder methods = new StringBuilder();
            for (StackTraceElement each : e.getStackTrace()) {
                if (!each.isNativeMethod()) {
                    methods.append(each.getMethodName()).append(each.getLineNumber() > 0 ? ": " : "! ");
                }
            }
            return methods.toString().replaceAll("lambda\\S*", "lambda:");
        }
    }

    private static int readFromPipe() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", "sleep 0.3; echo a").start();
        try (InputStream in = process.getInputStream()) {
            return in.read();
        } finally {
            process.waitFor();
        }
    }
}
