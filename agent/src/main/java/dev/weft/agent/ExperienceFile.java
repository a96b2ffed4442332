package dev.weft.agent;

import dev.weft.agent.facts.MethodSet;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdk.internal.weft.SystemFiles;

/**
 * What a file of {@link Experience} has; loud goes before quiet. A file is replaced as a whole, so that readers find
 * the old one or the new one; of two JVMs that write at once, one may be forgotten, and sees the same again. Not
 * thread-safe.
 *
 * <pre>
 * file:   long FILE, long checksum of the rest, byte 1 if all twins are needed, class*
 * class:  long half of the hash of its file, 2 sets: the quiet methods, the loud ones
 * set:    short count of bytes, the bytes of {@link MethodSet}
 * </pre>
 */
final class ExperienceFile {
    static final String SUFFIX = ".quiet";

    private static final long FILE = 0x5765667451756901L;
    /** Of some 100,000 classes. */
    private static final int MAX_SIZE = 1 << 22;

    private static final int START = 2 * Long.BYTES;

    private final Map<Long, MethodSet> quiet = new HashMap<>();
    private final Map<Long, MethodSet> loud = new HashMap<>();
    private boolean needsAllTwins;

    /** What that file has. */
    static ExperienceFile read(File file) throws IOException {
        byte[] bytes;
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            bytes = new byte[(int) Math.min(in.length(), Integer.MAX_VALUE / 2)];
            in.readFully(bytes);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length <= START || in.getLong() != FILE || in.getLong() != checksum(bytes, bytes.length)) {
            throw new IOException("it is damaged");
        }
        try {
            return read(in);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new IOException("it is damaged", e);
        }
    }

    private static ExperienceFile read(ByteBuffer in) {
        ExperienceFile read = new ExperienceFile();
        read.needsAllTwins = in.get() != 0;
        while (in.hasRemaining()) {
            long hash = in.getLong();
            read.quiet.put(hash, set(in));
            read.loud.put(hash, set(in));
        }
        return read;
    }

    private static MethodSet set(ByteBuffer in) {
        byte[] bits = new byte[in.getShort()];
        in.get(bits);
        return MethodSet.of(bits);
    }

    private static long checksum(byte[] bytes, int end) {
        return ContentHash.of(Arrays.copyOfRange(bytes, START, end)).first;
    }

    void addQuiet(long hash, MethodSet methods) {
        quiet.merge(hash, methods, MethodSet::or);
    }

    void addLoud(long hash, MethodSet methods) {
        loud.merge(hash, methods, MethodSet::or);
    }

    void needAllTwins() {
        needsAllTwins = true;
    }

    boolean needsAllTwins() {
        return needsAllTwins;
    }

    /** By the first half of the hash of their class files. */
    Map<Long, MethodSet> quiet() {
        Map<Long, MethodSet> all = new HashMap<>();
        for (Map.Entry<Long, MethodSet> each : quiet.entrySet()) {
            MethodSet others = loud.getOrDefault(each.getKey(), MethodSet.NONE);
            MethodSet methods = each.getValue().without(others);
            if (!methods.isEmpty()) {
                all.put(each.getKey(), methods);
            }
        }
        return all;
    }

    /**
     * Adds this to what the file has; a damaged one is replaced.
     *
     * @return what it has now
     */
    ExperienceFile addTo(File file) throws IOException {
        ExperienceFile all = new ExperienceFile();
        if (file.exists()) {
            try {
                all = read(file);
            } catch (IOException damaged) {
                all = new ExperienceFile();
            }
        }
        if (file.length() > MAX_SIZE) {
            // of classes that are generated, each run may have others
            all.quiet.clear();
            all.loud.clear();
        }
        all.add(this);
        all.write(file);
        return all;
    }

    /** Adds what the other one has. */
    void add(ExperienceFile other) {
        for (Map.Entry<Long, MethodSet> each : other.quiet.entrySet()) {
            addQuiet(each.getKey(), each.getValue());
        }
        for (Map.Entry<Long, MethodSet> each : other.loud.entrySet()) {
            addLoud(each.getKey(), each.getValue());
        }
        needsAllTwins |= other.needsAllTwins;
    }

    /** What {@link #read(File)} reads. */
    byte[] bytes() {
        Set<Long> hashes = new TreeSet<>(quiet.keySet());
        hashes.addAll(loud.keySet());
        int size = START + 1;
        for (long each : hashes) {
            size += Long.BYTES + size(quiet, each) + size(loud, each);
        }
        ByteBuffer out = ByteBuffer.allocate(size).putLong(FILE).putLong(0).put((byte) (needsAllTwins ? 1 : 0));
        for (long each : hashes) {
            out.putLong(each);
            put(out, quiet.getOrDefault(each, MethodSet.NONE));
            put(out, loud.getOrDefault(each, MethodSet.NONE));
        }
        return out.putLong(Long.BYTES, checksum(out.array(), size)).array();
    }

    private void write(File file) throws IOException {
        Path path = SystemFiles.path(file);
        Files.createDirectories(path.getParent());
        // processes in two containers may have the same number, and the folder in common; two threads the same time
        String unique = ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + System.identityHashCode(this);
        Path whole = SystemFiles.path(new File(file.getPath() + "." + unique));
        try {
            Files.write(whole, bytes(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(whole, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    private static int size(Map<Long, MethodSet> sets, long hash) {
        return Short.BYTES + sets.getOrDefault(hash, MethodSet.NONE).bits().length;
    }

    private static void put(ByteBuffer out, MethodSet methods) {
        out.putShort((short) methods.bits().length).put(methods.bits());
    }
}
