package dev.weft.tck.blocking;

import static dev.weft.tck.blocking.How.FREED;
import static dev.weft.tck.blocking.How.REPLACED;
import static dev.weft.tck.blocking.Places.MUCH;

import dev.weft.tck.Check;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * {@code java.io} and what is built upon it, on FIFOs; standard input is one too.
 *
 * <p>The class stays whole because it is a list.
 */
public final class StreamOperations {
    /** The FIFO whose other end is the standard input of this JVM. */
    private static final String STDIN = System.getProperty("tck.stdin");

    private StreamOperations() {}

    /** What is done with a file, or a stream. */
    interface Use<T> {
        void with(T what) throws Exception;
    }

    /** Reads from a FIFO that is open at both ends, and gets these bytes, and the end, later. */
    static Scenario reads(Use<Path> use, byte... bytes) throws IOException {
        Path fifo = Places.fifo();
        RandomAccessFile ends = Places.ends(fifo);
        return Scenario.of(() -> use.with(fifo), () -> {
            ends.write(bytes);
            ends.close();
        });
    }

    /** Writes {@link Places#MUCH} bytes into a FIFO that is open at both ends; they are read later. */
    static Scenario writes(Use<Path> use) throws IOException {
        Path fifo = Places.fifo();
        RandomAccessFile ends = Places.ends(fifo);
        return Scenario.of(() -> use.with(fifo), () -> Places.drain(ends, MUCH));
    }

    private static Scenario readsStream(Use<FileInputStream> use, byte... bytes) throws IOException {
        return reads(
                path -> {
                    try (FileInputStream in = new FileInputStream(path.toFile())) {
                        use.with(in);
                    }
                },
                bytes);
    }

    /** Reads from standard input, and gets that line. */
    private static Scenario readsStandardInput(Use<String> use) {
        return Scenario.of(() -> use.with("a line"), () -> {
            try (FileOutputStream to = new FileOutputStream(STDIN)) {
                to.write("a line\n".getBytes(StandardCharsets.US_ASCII));
            }
        });
    }

    // ------------------------------------------------------------------------------------------- opening

    @Operation(value = "FileInputStream: opening a FIFO that nobody writes", how = REPLACED)
    public static Scenario openForReading() throws IOException {
        Path fifo = Places.fifo();
        return Scenario.of(
                () -> {
                    try (FileInputStream in = new FileInputStream(fifo.toFile())) {
                        Check.equal(7, in.read());
                    }
                },
                () -> {
                    try (FileOutputStream out = new FileOutputStream(fifo.toFile())) {
                        out.write(7);
                    }
                });
    }

    @Operation(value = "FileOutputStream: opening a FIFO that nobody reads", how = REPLACED)
    public static Scenario openForWriting() throws IOException {
        Path fifo = Places.fifo();
        return Scenario.of(
                () -> {
                    try (FileOutputStream out = new FileOutputStream(fifo.toFile())) {
                        out.write(7);
                    }
                },
                () -> {
                    try (FileInputStream in = new FileInputStream(fifo.toFile())) {
                        Check.equal(7, in.read());
                    }
                });
    }

    @Operation(value = "RandomAccessFile: opening a FIFO that nobody writes", how = REPLACED)
    public static Scenario openRandomAccess() throws IOException {
        Path fifo = Places.fifo();
        return Scenario.of(
                () -> {
                    try (RandomAccessFile file = new RandomAccessFile(fifo.toFile(), "r")) {
                        Check.equal(7, file.read());
                    }
                },
                () -> {
                    try (FileOutputStream out = new FileOutputStream(fifo.toFile())) {
                        out.write(7);
                    }
                });
    }

    // ------------------------------------------------------------------------------------------- reading

    @Operation(value = "FileInputStream.read()", how = FREED)
    public static Scenario readByte() throws IOException {
        return readsStream(in -> Check.equal(9, in.read()), (byte) 9);
    }

    @Operation(value = "FileInputStream.read(byte[])", how = FREED)
    public static Scenario readBytes() throws IOException {
        return readsStream(in -> Check.equal(2, in.read(new byte[5])), (byte) 9, (byte) 9);
    }

    @Operation(value = "FileInputStream.transferTo(OutputStream)", how = FREED)
    public static Scenario transferStream() throws IOException {
        return readsStream(in -> Check.equal(3L, in.transferTo(new ByteArrayOutputStream())), new byte[3]);
    }

    @Operation(value = "RandomAccessFile.read()", how = REPLACED)
    public static Scenario readRandomAccess() throws IOException {
        return reads(
                path -> {
                    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
                        Check.equal(9, file.read());
                    }
                },
                (byte) 9);
    }

    @Operation(value = "RandomAccessFile.readFully(byte[])", how = REPLACED)
    public static Scenario readFully() throws IOException {
        return reads(
                path -> {
                    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
                        file.readFully(new byte[3]);
                    }
                },
                new byte[3]);
    }

    @Operation(value = "DataInputStream.readLong()", how = FREED)
    public static Scenario readLong() throws IOException {
        return readsStream(in -> Check.equal(1L, new DataInputStream(in).readLong()), 0, 0, 0, 0, 0, 0, 0, 1);
    }

    private static Scenario readsStream(Use<FileInputStream> use, int... bytes) throws IOException {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) bytes[i];
        }
        return readsStream(use, all);
    }

    @Operation(value = "FileReader and BufferedReader.readLine()", how = FREED)
    public static Scenario readLine() throws IOException {
        return reads(
                path -> {
                    try (BufferedReader lines = new BufferedReader(new FileReader(path.toFile()))) {
                        Check.equal("line", lines.readLine());
                    }
                },
                "line\n".getBytes(StandardCharsets.US_ASCII));
    }

    @Operation(value = "Scanner.nextLine() on a File", how = REPLACED)
    public static Scenario scan() throws IOException {
        return reads(
                path -> {
                    try (Scanner lines = new Scanner(path.toFile())) {
                        Check.equal("line", lines.nextLine());
                    }
                },
                "line\n".getBytes(StandardCharsets.US_ASCII));
    }

    @Operation(value = "ObjectInputStream.readObject()", how = FREED)
    public static Scenario readObject() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject("text");
        }
        return readsStream(in -> Check.equal("text", new ObjectInputStream(in).readObject()), bytes.toByteArray());
    }

    @Operation(value = "GZIPInputStream.read()", how = FREED)
    public static Scenario readCompressed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(9);
        }
        return readsStream(in -> Check.equal(9, new GZIPInputStream(in).read()), bytes.toByteArray());
    }

    @Operation(value = "System.in.read()", how = FREED)
    public static Scenario readStandardInput() {
        return readsStandardInput(expected -> Check.equal(expected, line(System.in)));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            text.append((char) c);
        }
        return text.toString();
    }

    /** In a JVM of its own, which {@code script} gives a terminal. */
    @Operation(value = "Console.readLine()", how = REPLACED)
    public static Scenario readConsole() {
        Console console = System.console();
        return readsStandardInput(expected -> Check.equal(expected, console.readLine()));
    }

    @Operation(value = "Console.readPassword()", how = REPLACED)
    public static Scenario readPassword() {
        Console console = System.console();
        return readsStandardInput(expected -> Check.equal(expected, new String(console.readPassword())));
    }

    // ------------------------------------------------------------------------------------------- writing

    @Operation(value = "FileOutputStream.write(byte[])", how = FREED)
    public static Scenario writeBytes() throws IOException {
        return writes(path -> {
            try (FileOutputStream out = new FileOutputStream(path.toFile())) {
                out.write(new byte[MUCH]);
            }
        });
    }

    @Operation(value = "FileOutputStream.write(int)", how = FREED)
    public static Scenario writeSingleBytes() throws IOException {
        return writes(path -> {
            try (FileOutputStream out = new FileOutputStream(path.toFile())) {
                for (int i = 0; i < MUCH; i++) {
                    out.write(i);
                }
            }
        });
    }

    @Operation(value = "RandomAccessFile.write(byte[])", how = REPLACED)
    public static Scenario writeRandomAccess() throws IOException {
        return writes(path -> {
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.write(new byte[MUCH]);
            }
        });
    }

    @Operation(value = "PrintStream.print(String)", how = FREED)
    public static Scenario print() throws IOException {
        return writes(path -> {
            try (PrintStream out = new PrintStream(path.toFile())) {
                out.print("x".repeat(MUCH));
            }
        });
    }

    @Operation(value = "FileWriter.write(String)", how = FREED)
    public static Scenario writeText() throws IOException {
        return writes(path -> {
            try (FileWriter out = new FileWriter(path.toFile())) {
                out.write("x".repeat(MUCH));
            }
        });
    }

    // ------------------------------------------------------------------------------------------- without the kernel

    @Operation(value = "PipedInputStream.read()", how = FREED)
    public static Scenario readPiped() throws IOException {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        return Scenario.of(() -> Check.equal(9, in.read()), () -> {
            out.write(9);
            out.close();
        });
    }

    @Operation(value = "PipedOutputStream.write(byte[])", how = FREED)
    public static Scenario writePiped() throws IOException {
        PipedInputStream in = new PipedInputStream(8);
        PipedOutputStream out = new PipedOutputStream(in);
        return Scenario.of(
                () -> {
                    try (out) {
                        out.write(new byte[100]);
                    }
                },
                () -> Check.equal(100, in.readAllBytes().length));
    }

    @Operation(value = "PipedReader.read()", how = FREED)
    public static Scenario readPipedText() throws IOException {
        PipedReader in = new PipedReader();
        PipedWriter out = new PipedWriter(in);
        return Scenario.of(() -> Check.equal((int) 'x', in.read()), () -> {
            out.write('x');
            out.close();
        });
    }

    @Operation(value = "PipedWriter.write(String)", how = FREED)
    public static Scenario writePipedText() throws IOException {
        PipedReader in = new PipedReader(8);
        PipedWriter out = new PipedWriter(in);
        return Scenario.of(
                () -> {
                    try (out) {
                        out.write("x".repeat(100));
                    }
                },
                () -> {
                    for (int i = 0; i < 100; i++) {
                        Check.equal((int) 'x', in.read());
                    }
                });
    }

    // ------------------------------------------------------------------------------------------- java.nio.file

    @Operation(value = "Files.newInputStream: opening a FIFO that nobody writes", how = REPLACED)
    public static Scenario openStreamOfPath() throws IOException {
        Path fifo = Places.fifo();
        return Scenario.of(
                () -> {
                    try (InputStream in = Files.newInputStream(fifo)) {
                        Check.equal(7, in.read());
                    }
                },
                () -> Files.write(fifo, new byte[] {7}));
    }

    @Operation(value = "Files.newInputStream(Path).read()", how = REPLACED)
    public static Scenario readStreamOfPath() throws IOException {
        return reads(
                path -> {
                    try (InputStream in = Files.newInputStream(path)) {
                        Check.equal(9, in.read());
                    }
                },
                (byte) 9);
    }

    @Operation(value = "Files.newOutputStream(Path).write(byte[])", how = REPLACED)
    public static Scenario writeStreamOfPath() throws IOException {
        return writes(path -> {
            try (OutputStream out = Files.newOutputStream(path)) {
                out.write(new byte[MUCH]);
            }
        });
    }

    @Operation(value = "Files.readAllBytes(Path)", how = REPLACED)
    public static Scenario readAllOfPath() throws IOException {
        return reads(path -> Check.equal(3, Files.readAllBytes(path).length), new byte[3]);
    }

    @Operation(value = "Files.readAllLines(Path)", how = REPLACED)
    public static Scenario readLinesOfPath() throws IOException {
        return reads(path -> Check.equal(1, Files.readAllLines(path).size()), "line\n".getBytes());
    }

    @Operation(value = "Files.lines(Path)", how = REPLACED)
    public static Scenario streamLines() throws IOException {
        return reads(
                path -> {
                    try (var lines = Files.lines(path)) {
                        Check.equal(1L, lines.count());
                    }
                },
                "line\n".getBytes());
    }

    @Operation(value = "Files.copy(InputStream, Path)", how = FREED)
    public static Scenario copyToPath() throws IOException {
        Path target = Places.fresh();
        return readsStream(in -> Check.equal(3L, Files.copy(in, target)), new byte[3]);
    }

    @Operation(value = "Files.copy(Path, OutputStream)", how = REPLACED)
    public static Scenario copyFromPath() throws IOException {
        return reads(path -> Check.equal(3L, Files.copy(path, new ByteArrayOutputStream())), new byte[3]);
    }

    @Operation(value = "Files.writeString(Path, CharSequence)", how = REPLACED)
    public static Scenario writeStringToPath() throws IOException {
        return writes(path -> Files.writeString(path, "x".repeat(MUCH)));
    }
}
