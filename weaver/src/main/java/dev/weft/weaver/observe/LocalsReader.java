package dev.weft.weaver.observe;

import dev.weft.weaver.error.WeaveException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;

/** Reads what a program answers of its thread locals, and prints it: a line for each, and class of its values. */
public final class LocalsReader {
    private static final String LINE = "%12s %12s  %-50s %s%n";

    private final DataInputStream in;

    /** From there. */
    public LocalsReader(DataInputStream in) {
        this.in = in;
    }

    /**
     * Prints all of it.
     *
     * @throws WeaveException if it ends too early
     */
    public void print(PrintWriter out) throws IOException {
        out.printf(LINE, "fibers", "platform", "thread local", "values");
        for (int kind = next(); kind != 'E'; kind = next()) {
            if (kind == 'X') {
                throw new WeaveException("the program could not answer: " + in.readUTF());
            }
            if (kind != 'L') {
                throw new WeaveException("the program's Weft is of another version: use its bin/weft");
            }
            String field = in.readUTF();
            String localClass = in.readUTF();
            String valueClass = in.readUTF();
            long fibers = in.readLong();
            long platform = in.readLong();
            out.printf(LINE, fibers, platform, field.isEmpty() ? "a " + localClass : field, valueClass);
        }
    }

    private int next() throws IOException {
        try {
            return in.readByte();
        } catch (EOFException e) {
            throw new WeaveException("the program has ended, or failed, before its answer was complete");
        }
    }
}
