package dev.weft.fuzz.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JVM under test: reads programs from standard input, runs each, and answers on standard output. */
public final class ChildMain {
    private ChildMain() {}

    /** Says that it has started, and runs until the input ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        System.setOut(System.err);
        // from now on a program's time counts
        out.writeBoolean(true);
        out.flush();
        for (; ; ) {
            boolean isLogged;
            try {
                isLogged = in.readBoolean();
            } catch (EOFException e) {
                return;
            }
            int yieldRate = in.readInt();
            long seed = in.readLong();
            String main = in.readUTF();
            ProgramRun.Outcome outcome = ProgramRun.run(readClasses(in), main, isLogged, yieldRate, seed);
            out.writeLong(outcome.digest());
            out.writeInt(outcome.events());
            out.writeUTF(outcome.log());
            out.flush();
        }
    }

    private static Map<String, byte[]> readClasses(DataInputStream in) throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        int n = in.readInt();
        for (int k = 0; k < n; k++) {
            String name = in.readUTF();
            byte[] file = new byte[in.readInt()];
            in.readFully(file);
            classes.put(name, file);
        }
        return classes;
    }
}
