package dev.weft.agent;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.Set;

/**
 * Class files that earlier runs have made: woven application classes, and resumers. There is a file for each class path, in
 * the woven JDK's folder of the cache. An entry is found by a hash of 128 bits and the length of its key (the original class
 * file, or a text that tells a resumer), and used only if its own checksum is right.
 *
 * <pre>
 * file:   entry*
 * entry:  int MAGIC, int length of the class file made, long and long hash of the key, int length of the key,
 *         long checksum of the lengths, the hashes and the class file made, the class file made
 * </pre>
 *
 * <p>Entries are only ever appended, by one JVM at a time (it holds the file's lock), so that a reader maps what is there
 * when it starts, and is disturbed by nobody. What a killed JVM has left at the end is no entry, and is cut off by the next
 * one that writes. A file with a wrong entry is deleted, and made anew by the next run. All trouble with files means only
 * that classes are woven again. Safe for use by several threads.
 *
 * <p>What a start that finds all its classes here runs has little code, and none of java.nio.file, of lambdas or of
 * java.util.zip, whose initializations would cost a small program more than its own class.
 *
 * <p>The class stays whole because reader and writer are the two sides of one format.
 */
final class ClassCache implements Runnable {
    private static final int MAGIC = 0x57656604;
    private static final int HEADER = 36;
    private static final int CHECKSUM_AT = 28;

    /** Entries are written when so many bytes have gathered, and at the end. */
    private static final int CHUNK = 1 << 16;

    private static final int MAX_SIZE = 1 << 30;
    private static final int MAX_FILES = 32;

    /** How many files of at most {@link #CHUNK} bytes are kept beside the others. */
    private static final int MAX_SMALL_FILES = 256;

    private final File file;
    private final ByteBuffer entries;
    private long[] hashes = new long[1 << 8];
    private int[] places = new int[1 << 8];
    private int count;
    private final ByteBuffer pending = ByteBuffer.allocate(CHUNK);
    private final Set<Long> added = new HashSet<>();
    private RandomAccessFile writer;
    private volatile boolean isOn = true;
    private boolean isReadOnly;

    private ClassCache(File file, ByteBuffer entries) {
        this.file = file;
        this.entries = entries;
        if (entries != null) {
            scan();
        }
    }

    /**
     * The cache in that folder.
     *
     * @param name of the file, which must differ where equal class files would be woven differently
     */
    static ClassCache open(File folder, String name) {
        File file = new File(folder, name);
        return new ClassCache(file, file.exists() ? entries(file) : null);
    }

    private static ByteBuffer entries(File file) {
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            long size = Math.min(in.length(), Integer.MAX_VALUE);
            if (size > CHUNK) {
                return in.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, size);
            }
            byte[] all = new byte[(int) size];
            in.readFully(all);
            return ByteBuffer.wrap(all);
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** A cache that has nothing and keeps nothing. */
    static ClassCache none() {
        ClassCache none = new ClassCache(null, null);
        none.turnOff();
        return none;
    }

    /** From now on nothing is found and nothing is kept. */
    void turnOff() {
        isOn = false;
    }

    /** The program ends. */
    @Override
    public void run() {
        close();
    }

    /** Writes what is not written yet, and ends writing. */
    void close() {
        synchronized (pending) {
            if (isOn) {
                write(pending.array(), pending.position());
            }
            pending.clear();
            isReadOnly = true;
            if (writer != null) {
                try {
                    writer.close();
                } catch (IOException e) {
                    turnOff();
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------- reading

    /** Makes the index. */
    private void scan() {
        int at = 0;
        while (isEntry(entries, at)) {
            index(entries.getLong(at + 8), at);
            at += HEADER + entries.getInt(at + 4);
        }
    }

    private static boolean isEntry(ByteBuffer in, int at) {
        long left = (long) in.limit() - at - HEADER;
        return left > 0 && in.getInt(at) == MAGIC && in.getInt(at + 4) > 0 && in.getInt(at + 4) <= left;
    }

    private void index(long hash, int place) {
        if (2 * ++count > hashes.length) {
            long[] oldHashes = hashes;
            int[] oldPlaces = places;
            hashes = new long[2 * oldHashes.length];
            places = new int[2 * oldHashes.length];
            for (int i = 0; i < oldHashes.length; i++) {
                if (oldPlaces[i] != 0) {
                    put(oldHashes[i], oldPlaces[i]);
                }
            }
        }
        put(hash, place + 1);
    }

    private void put(long hash, int placeAndOne) {
        int i = (int) hash & hashes.length - 1;
        while (places[i] != 0) {
            i = i + 1 & hashes.length - 1;
        }
        hashes[i] = hash;
        places[i] = placeAndOne;
    }

    /** The woven class file, or null if it must be made. */
    byte[] find(byte[] original) {
        if (!isOn || count == 0) {
            return null;
        }
        ContentHash hash = ContentHash.of(original);
        int i = (int) hash.first & hashes.length - 1;
        for (; places[i] != 0; i = i + 1 & hashes.length - 1) {
            int at = places[i] - 1;
            if (hashes[i] == hash.first
                    && entries.getInt(at + 24) == original.length
                    && entries.getLong(at + 16) == hash.second) {
                return read(at);
            }
        }
        return null;
    }

    private byte[] read(int at) {
        byte[] woven = new byte[entries.getInt(at + 4)];
        entries.get(at + HEADER, woven);
        if (checksum(entries, at, woven) == entries.getLong(at + CHECKSUM_AT)) {
            return woven;
        }
        turnOff();
        System.err.println("weft: the woven classes of earlier runs in " + file + " are damaged: weaving anew");
        try {
            Files.deleteIfExists(file.toPath());
        } catch (IOException | SecurityException e) {
            System.err.println("weft: cannot delete " + file + " (" + e + "): delete it");
        }
        return null;
    }

    private static long checksum(ByteBuffer header, int at, byte[] woven) {
        long sum = 31 * header.getLong(at + 8) + header.getLong(at + 16);
        sum = 31 * sum + ContentHash.of(woven).first;
        return 31 * sum + header.getInt(at + 24);
    }

    // ------------------------------------------------------------------------------------------- writing

    /** Keeps the woven class file for later runs. */
    void add(byte[] original, byte[] woven) {
        if (!isOn || isReadOnly) {
            return;
        }
        ByteBuffer entry = ByteBuffer.allocate(HEADER + woven.length);
        entry.putInt(MAGIC).putInt(woven.length);
        ContentHash hash = ContentHash.of(original);
        entry.putLong(hash.first).putLong(hash.second);
        entry.putInt(original.length);
        entry.putLong(checksum(entry, 0, woven)).put(woven);
        synchronized (pending) {
            if (!added.add(hash.first)) {
                // another loader's class of the same name
                return;
            }
            if (pending.remaining() < entry.capacity()) {
                write(pending.array(), pending.position());
                pending.clear();
            }
            if (pending.remaining() < entry.capacity()) {
                write(entry.array(), entry.capacity());
            } else {
                pending.put(entry.flip());
            }
        }
    }

    /** With the lock of {@link #pending}. */
    private void write(byte[] bytes, int length) {
        if (isReadOnly || length == 0) {
            return;
        }
        try {
            if (writer == null) {
                writer = openWriter();
            }
            if (writer == null || writer.length() + length > MAX_SIZE) {
                isReadOnly = true;
            } else {
                writer.write(bytes, 0, length);
            }
        } catch (IOException | OverlappingFileLockException | SecurityException noSpaceOrNoRight) {
            isReadOnly = true;
        }
    }

    /** At the end of the last whole entry; null if another JVM writes. */
    private RandomAccessFile openWriter() throws IOException {
        Files.createDirectories(file.getParentFile().toPath());
        prune();
        RandomAccessFile opened = new RandomAccessFile(file, "rw");
        try {
            FileLock lock = opened.getChannel().tryLock();
            if (lock == null) {
                opened.close();
                return null;
            }
            long whole = wholeEnd(opened);
            if (whole < opened.length()) {
                System.err.println("weft: the end of " + file + " is no woven class: cut off");
                opened.setLength(whole);
            }
            opened.seek(whole);
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Others may have appended since the start, or have made the file anew. */
    private static long wholeEnd(RandomAccessFile opened) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(2 * Integer.BYTES);
        long at = 0;
        while (at + HEADER < opened.length()) {
            opened.seek(at);
            opened.readFully(start.array());
            int length = start.getInt(Integer.BYTES);
            if (start.getInt(0) != MAGIC || length <= 0 || length > opened.length() - at - HEADER) {
                break;
            }
            at += HEADER + length;
        }
        return at;
    }

    /** Deletes the oldest files where there are too many: class paths come and go. Small ones do not count as others. */
    private void prune() throws IOException {
        prune(true, MAX_SMALL_FILES);
        prune(false, MAX_FILES);
    }

    private void prune(boolean small, int max) throws IOException {
        int files = 0;
        Path own = file.toPath();
        Path oldest = null;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(own.getParent())) {
            for (Path each : all) {
                if (each.toFile().length() <= CHUNK == small) {
                    files++;
                    boolean isOlder = oldest == null || age(each).compareTo(age(oldest)) < 0;
                    oldest = isOlder && !each.equals(own) ? each : oldest;
                }
            }
        }
        if (files > max && oldest != null) {
            Files.deleteIfExists(oldest);
        }
    }

    private static FileTime age(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }
}
