package dev.weft.tck.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** What earlier runs have learnt of methods, read from the class cache. */
public final class KeptExperience {
    private KeptExperience() {}

    /** Where the class cache of this JVM is. */
    static Path folder() {
        return Path.of(System.getProperty("java.home")).resolveSibling("classes");
    }

    /** How many methods are kept as quiet, of all programs. */
    public static int quiet(Path folder) throws IOException {
        int count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.quiet")) {
            for (Path each : all) {
                ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(each));
                in.position(2 * Long.BYTES + 1);
                while (in.hasRemaining()) {
                    in.getLong();
                    count += BitSet.valueOf(set(in)).cardinality();
                    set(in);
                }
            }
        }
        return count;
    }

    private static byte[] set(ByteBuffer in) {
        byte[] bits = new byte[in.getShort()];
        in.get(bits);
        return bits;
    }
}
