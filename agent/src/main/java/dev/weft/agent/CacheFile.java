package dev.weft.agent;

import dev.weft.agent.abi.StandardError;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import jdk.internal.weft.SystemFiles;

/**
 * A file of {@link ClassCache}, to be read. It is not mapped: that has the JDK make lambdas, which takes a small
 * program longer than all that it reads; and memory that another process cuts off can be read no more. Not safe for use
 * by several threads.
 *
 * <pre>
 * file:   long FILE, long place of the newest index or 0, (entry or index)*
 * entry:  int ENTRY, int length of the class file made, long and long hash of the key, int length of the key,
 *         long checksum of the lengths, the hashes and the class file made, the class file made, the key
 * index:  see {@link EntryIndex}; it has all the entries before it
 * </pre>
 */
final class CacheFile {
    /** Where the place of the newest index stands. */
    static final int INDEX_AT = 8;

    /** Where the first entry or index is. */
    static final int START = 16;

    private static final long FILE = 0x5765667463616306L;
    private static final int ENTRY = 0x57656605;
    private static final int HEADER = 36;
    private static final int LENGTH_AT = 4;
    private static final int HASH_AT = 8;
    private static final int KEY_LENGTH_AT = 24;
    private static final int CHECKSUM_AT = 28;

    private final RandomAccessFile file;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);
    private final long kind;
    private final long indexPlace;

    /** What comes behind is not there. */
    final int length;

    /** What is there now; later additions are not seen. */
    CacheFile(RandomAccessFile file) throws IOException {
        this.file = file;
        boolean hasHead = file.length() >= START;
        kind = hasHead ? getLong(0) : 0;
        indexPlace = hasHead ? getLong(INDEX_AT) : 0;
        // read last: so it has the index
        length = (int) Math.min(file.length(), Integer.MAX_VALUE);
    }

    /** What a new file begins with. */
    static byte[] head() {
        return ByteBuffer.allocate(START).putLong(FILE).array();
    }

    /** Whether it is a file of this format. */
    boolean isOurs() {
        return kind == FILE;
    }

    /** The newest index; one that has nothing if there is none yet, null if there is none where it should be. */
    EntryIndex newestIndex() throws IOException {
        return indexPlace == 0 ? EntryIndex.NONE : EntryIndex.at(this, indexPlace);
    }

    /** Whether there is a whole entry at that place, which may be any number; then it is the current one. */
    boolean goToEntry(int at) throws IOException {
        if (at < START || at >= length - HEADER) {
            return false;
        }
        read(at, header.array());
        int made = header.getInt(LENGTH_AT);
        int key = header.getInt(KEY_LENGTH_AT);
        return header.getInt(0) == ENTRY && made > 0 && key >= 0 && (long) made + key <= length - at - HEADER;
    }

    /** The length of the current entry. */
    int entryLength() {
        return HEADER + header.getInt(LENGTH_AT) + header.getInt(KEY_LENGTH_AT);
    }

    /** The first half of the hash of the current entry's key. */
    long hash() {
        return header.getLong(HASH_AT);
    }

    /** Whether the current entry is that of the key of that length. */
    boolean isOf(int keyLength, ContentHash hash) {
        return header.getLong(HASH_AT) == hash.first
                && header.getInt(KEY_LENGTH_AT) == keyLength
                && header.getLong(HASH_AT + Long.BYTES) == hash.second;
    }

    /** The current entry's class file; null if the entry is damaged. */
    byte[] made(int at) throws IOException {
        byte[] made = new byte[header.getInt(LENGTH_AT)];
        read(at + HEADER, made);
        return checksum(header, made) == header.getLong(CHECKSUM_AT) ? made : null;
    }

    /** The current entry's key, which nobody has checked. */
    byte[] key(int at) throws IOException {
        byte[] key = new byte[header.getInt(KEY_LENGTH_AT)];
        read(at + HEADER + header.getInt(LENGTH_AT), key);
        return key;
    }

    private static long checksum(ByteBuffer header, byte[] made) {
        long sum = 31 * header.getLong(HASH_AT) + header.getLong(HASH_AT + Long.BYTES);
        sum = 31 * sum + ContentHash.of(made).first;
        return 31 * sum + header.getInt(KEY_LENGTH_AT);
    }

    /** An entry. */
    static ByteBuffer entry(byte[] key, ContentHash hash, byte[] made) {
        ByteBuffer entry = ByteBuffer.allocate(HEADER + made.length + key.length);
        entry.putInt(ENTRY).putInt(made.length);
        entry.putLong(hash.first).putLong(hash.second);
        entry.putInt(key.length);
        return entry.putLong(checksum(entry, made)).put(made).put(key).flip();
    }

    /** What stands at that place. */
    long getLong(int at) throws IOException {
        read(at, header.array(), Long.BYTES);
        return header.getLong(0);
    }

    private void read(int at, byte[] bytes) throws IOException {
        read(at, bytes, bytes.length);
    }

    private void read(int at, byte[] bytes, int count) throws IOException {
        file.seek(at);
        file.readFully(bytes, 0, count);
    }

    /** Says that the file is damaged, and deletes it: the next run makes it anew, and who has it open keeps it. */
    static void drop(File file) {
        StandardError.say("weft: the woven classes of earlier runs in " + file + " are damaged: weaving anew");
        try {
            Files.deleteIfExists(SystemFiles.path(file));
        } catch (IOException | SecurityException e) {
            StandardError.say("weft: cannot delete " + file + " (" + e + "): delete it");
        }
    }
}
