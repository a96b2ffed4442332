package dev.weft.agent;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashSet;
import java.util.Set;

/**
 * Class files that earlier runs have made: woven application classes, and resumers. There is a file for each class
 * path, in the woven JDK's folder of the cache ({@link CacheFile}). An entry is found by a hash of 128 bits and the
 * length of its key (the original class file, or a text that tells a resumer), and used only if its own checksum is
 * right. It has the key, too: so no original class file that an earlier run has woven is kept in the heap.
 *
 * <p>Entries are only ever appended, by one JVM at a time ({@link CacheWriter}), so that a reader keeps to what is
 * there when it starts, and is disturbed by nobody. What a killed JVM has left at the end is no entry, and is cut off
 * by the next one that writes. A file with a wrong entry is deleted, and made anew by the next run. All trouble with
 * files means only that classes are woven again. Safe for use by several threads.
 *
 * <p>A start takes the same time however many entries there are: a JVM that ends, and knows of too many entries that
 * are in no index ({@link EntryIndex}), appends one of all; then it writes the index's place into the head of the file.
 * The entries behind it are read one by one when a program starts. An index says only where to look: what it says
 * wrongly, or not at all, is woven again.
 *
 * <p>What a start that finds all its classes here runs has little code, and none of java.nio.file, of lambdas or of
 * java.util.zip, whose initializations would cost a small program more than its own class.
 */
final class ClassCache implements Runnable {
    /** Entries are written when so many bytes have gathered, and at the end. */
    private static final int CHUNK = 1 << 16;

    private final File file;
    private final CacheFile entries;
    private final EntryIndex index;
    private final EntryIndex tail;
    private final ByteBuffer pending = ByteBuffer.allocate(CHUNK);
    private final Set<Long> added = new HashSet<>();
    private CacheWriter writer;
    private volatile boolean isOn = true;
    private boolean isReadOnly;

    private ClassCache(File file, CacheFile entries, EntryIndex index, EntryIndex tail) {
        this.file = file;
        this.entries = entries;
        this.index = index;
        this.tail = tail;
    }

    /**
     * The cache in that folder.
     *
     * @param name of the file, which must differ where equal class files would be woven differently
     */
    static ClassCache open(File folder, String name) {
        File file = new File(folder, name);
        ClassCache cache = file.exists() ? read(file) : null;
        return cache == null ? new ClassCache(file, null, EntryIndex.NONE, EntryIndex.NONE) : cache;
    }

    /** The file stays open. Null if it cannot be read, or is none of this format. */
    @SuppressWarnings("resource")
    private static ClassCache read(File file) {
        try {
            CacheFile entries = new CacheFile(new RandomAccessFile(file, "r"));
            if (!entries.isOurs()) {
                return null;
            }
            EntryIndex newest = entries.newestIndex();
            EntryIndex index = newest == null ? EntryIndex.NONE : newest;
            return new ClassCache(file, entries, index, EntryIndex.scan(entries, index.end));
        } catch (IOException | SecurityException unreadable) {
            return null;
        }
    }

    /** A cache that has nothing and keeps nothing. */
    static ClassCache none() {
        ClassCache none = new ClassCache(null, null, EntryIndex.NONE, EntryIndex.NONE);
        none.turnOff();
        return none;
    }

    /** From now on nothing is found and nothing is kept. */
    void turnOff() {
        isOn = false;
    }

    /** How many entries were read one by one when this was opened. */
    int scanned() {
        return tail.count;
    }

    // ------------------------------------------------------------------------------------------- reading

    /** The woven class file, or null if it must be made. */
    byte[] find(byte[] original) {
        return isOn && entries != null ? find(original.length, ContentHash.of(original)) : null;
    }

    /** The same by the length and another hash than the bytes' own, where they can be woven in more than one way. */
    byte[] find(int length, ContentHash hash) {
        if (!isOn || entries == null) {
            return null;
        }
        synchronized (entries) {
            try {
                byte[] found = find(index, length, hash);
                return found == null && isOn ? find(tail, length, hash) : found;
            } catch (IOException unreadable) {
                return null;
            } catch (Error e) {
                throwUnlessOfAgent(e);
                return null;
            }
        }
    }

    /**
     * The original class file of what was found by that length and hash. Null if it cannot be read; nobody has checked
     * it.
     */
    byte[] original(int length, ContentHash hash) {
        synchronized (entries) {
            try {
                int at = goToAny(length, hash);
                return at == EntryIndex.NO_MORE ? null : entries.key(at);
            } catch (IOException unreadable) {
                return null;
            } catch (Error e) {
                throwUnlessOfAgent(e);
                return null;
            }
        }
    }

    private byte[] find(EntryIndex in, int length, ContentHash hash) throws IOException {
        int at = goTo(in, length, hash);
        if (at == EntryIndex.NO_MORE) {
            return null;
        }
        byte[] woven = entries.made(at);
        if (woven == null) {
            turnOff();
            CacheFile.drop(file);
        }
        return woven;
    }

    /** The place of the entry for that, which then is the current one; {@link EntryIndex#NO_MORE} if there is none. */
    private int goTo(EntryIndex in, int length, ContentHash hash) throws IOException {
        int step = 0;
        int at = in.place(hash.first, 0);
        while (at != EntryIndex.NO_MORE && !(entries.goToEntry(at) && entries.isOf(length, hash))) {
            at = in.place(hash.first, ++step);
        }
        return at;
    }

    private int goToAny(int length, ContentHash hash) throws IOException {
        int at = goTo(index, length, hash);
        return at == EntryIndex.NO_MORE ? goTo(tail, length, hash) : at;
    }

    /** Whether there is an entry for that, before that place of the file. */
    boolean hasBefore(int length, ContentHash hash, long end) {
        if (!isOn || entries == null) {
            return false;
        }
        synchronized (entries) {
            try {
                int at = goToAny(length, hash);
                return at != EntryIndex.NO_MORE && at < end;
            } catch (IOException unreadable) {
                return false;
            } catch (Error e) {
                throwUnlessOfAgent(e);
                return false;
            }
        }
    }

    /**
     * An agent may refuse the program's threads what they do with files, as BlockHound does; some of them read and
     * write here, where a lambda is linked for instance.
     */
    private static void throwUnlessOfAgent(Error e) {
        if (e instanceof VirtualMachineError || e instanceof ThreadDeath || e instanceof LinkageError) {
            throw e;
        }
    }

    // ------------------------------------------------------------------------------------------- writing

    /** Keeps the woven class file for later runs. */
    void add(byte[] original, byte[] woven) {
        if (isOn) {
            add(original, ContentHash.of(original), woven);
        }
    }

    /** The same by another hash than the bytes' own. */
    void add(byte[] original, ContentHash hash, byte[] woven) {
        // what writes may make a class itself, of a lambda
        if (!isOn || isReadOnly || Thread.holdsLock(pending)) {
            return;
        }
        ByteBuffer entry = CacheFile.entry(original, hash, woven);
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
                write(entry.array(), entry.arrayOffset() + entry.capacity());
            } else {
                pending.put(entry);
            }
        }
    }

    /** With the lock of {@link #pending}. */
    private void write(byte[] bytes, int length) {
        if (isReadOnly || length == 0) {
            return;
        }
        try {
            isReadOnly = !isWriting() || !writer.write(bytes, length);
        } catch (IOException | OverlappingFileLockException | SecurityException noSpaceOrNoRight) {
            isReadOnly = true;
        } catch (Error e) {
            throwUnlessOfAgent(e);
            isReadOnly = true;
        }
    }

    private boolean isWriting() throws IOException {
        if (writer == null) {
            writer = CacheWriter.open(file);
        }
        return writer != null;
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
                writeIndex();
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

    /** The JVM that has added entries may not have come to this. */
    private void writeIndex() {
        boolean isNeeded = writer != null || index.isOutgrown(tail.count);
        try {
            if (isNeeded && !isReadOnly && isWriting()) {
                writer.index(added.size());
            }
        } catch (IOException | OverlappingFileLockException | SecurityException noSpaceOrNoRight) {
            isReadOnly = true;
        }
    }
}
