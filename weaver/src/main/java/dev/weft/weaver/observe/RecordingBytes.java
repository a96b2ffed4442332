package dev.weft.weaver.observe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes of a recording of JFR: numbers have 7 bits in each byte, the lowest first, and a bit that tells of more. */
final class RecordingBytes {
    /** How a text says that it is null, or that bytes of UTF-8 follow. */
    private static final int NULL = 0;

    private static final int UTF8 = 3;

    private static final int BITS = 7;
    private static final int MORE = 0x80;

    /** Of the size of an event, so that it is known how many bytes the size itself takes. */
    private static final int SIZE_BYTES = 4;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    int length() {
        return out.size();
    }

    RecordingBytes number(long value) {
        long rest = value;
        // the ninth byte would have eight bits; no number here is so large
        while (rest >>> BITS != 0) {
            out.write((int) rest & MORE - 1 | MORE);
            rest >>>= BITS;
        }
        out.write((int) rest);
        return this;
    }

    RecordingBytes text(String text) {
        if (text == null) {
            return number(NULL);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return number(UTF8).number(bytes.length).bytes(bytes);
    }

    /** A number of so many bytes, the highest first. */
    RecordingBytes fixed(long value, int length) {
        for (int i = length - 1; i >= 0; i--) {
            out.write((int) (value >>> 8 * i));
        }
        return this;
    }

    /** An event, with its size in front. */
    RecordingBytes event(RecordingBytes content) {
        int size = SIZE_BYTES + content.length();
        for (int i = 0; i < SIZE_BYTES - 1; i++) {
            out.write(size >>> BITS * i & MORE - 1 | MORE);
        }
        out.write(size >>> BITS * (SIZE_BYTES - 1));
        return append(content);
    }

    RecordingBytes append(RecordingBytes others) {
        return bytes(others.out.toByteArray());
    }

    private RecordingBytes bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    void writeTo(OutputStream to) throws IOException {
        out.writeTo(to);
    }
}
