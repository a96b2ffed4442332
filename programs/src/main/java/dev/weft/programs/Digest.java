package dev.weft.programs;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The sum of much output, in a line. Not safe for use by several threads. */
final class Digest {
    private static final int SHOWN = 16;

    private final MessageDigest sum;
    private long count;

    Digest() {
        try {
            sum = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String of(byte[] bytes) {
        return new Digest().add(bytes).toString();
    }

    static String of(Object text) {
        return new Digest().add(text).toString();
    }

    Digest add(byte[] bytes) {
        sum.update(bytes);
        count++;
        return this;
    }

    Digest add(Object text) {
        return add((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** How often something was added, and the sum. */
    @Override
    public String toString() {
        return count + " with sum " + HexFormat.of().formatHex(sum.digest()).substring(0, SHOWN);
    }
}
