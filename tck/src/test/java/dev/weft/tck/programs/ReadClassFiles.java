package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A thread reads class files of the JDK, and then main does; prints how many differ. */
public final class ReadClassFiles {
    private static final String[] NAMES = {
        "java/util/ArrayList.class", "java/lang/Integer.class", "java/util/HashMap.class", "java/lang/String.class"
    };

    private ReadClassFiles() {}

    private static int read(String name) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name)) {
            return Arrays.hashCode(in.readAllBytes());
        }
    }

    /** Reads. */
    public static void main(String[] args) throws Exception {
        Object[] found = new Object[NAMES.length];
        Thread reader = new Thread(() -> {
            for (int i = 0; i < NAMES.length; i++) {
                try {
                    found[i] = read(NAMES[i]);
                } catch (IOException | RuntimeException e) {
                    found[i] = e;
                }
            }
        });
        reader.start();
        reader.join();
        int differ = 0;
        for (int i = 0; i < NAMES.length; i++) {
            if (!found[i].equals(read(NAMES[i]))) {
                differ++;
            }
        }
        System.out.println("read " + NAMES.length + ", differ " + differ);
    }
}
