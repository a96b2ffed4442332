package dev.weft.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Pipes between threads, which wait in their monitor: a writer and a reader each. */
public final class Pipes {
    private Pipes() {}

    /** Writes and reads. */
    public static void main(String[] args) throws Exception {
        int pairs = Size.of(args, 50, 500);
        Crowd.run("bytes", pairs, number -> {
            PipedOutputStream out = new PipedOutputStream();
            PipedInputStream in = new PipedInputStream(out, 64);
            Thread writer = new Thread(() -> {
                try (PrintStream lines = new PrintStream(out, false, StandardCharsets.UTF_8)) {
                    for (int i = 0; i < 20; i++) {
                        lines.println("line " + i + " of " + number);
                    }
                }
            });
            writer.start();
            String sum = sumOf(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
            writer.join();
            return sum;
        });
        Crowd.run("chars", pairs, number -> {
            PipedWriter out = new PipedWriter();
            PipedReader in = new PipedReader(out, 16);
            Thread writer = new Thread(() -> {
                try (PrintWriter lines = new PrintWriter(out)) {
                    for (int i = 0; i < 10; i++) {
                        lines.println("line " + i + " of " + number);
                    }
                }
            });
            writer.start();
            String sum = sumOf(new BufferedReader(in));
            writer.join();
            return sum;
        });
    }

    private static String sumOf(BufferedReader reader) throws Exception {
        Digest digest = new Digest();
        try (reader) {
            for (String line; (line = reader.readLine()) != null; ) {
                digest.add(line);
            }
        }
        return digest.toString();
    }
}
