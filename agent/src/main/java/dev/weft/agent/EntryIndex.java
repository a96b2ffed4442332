package dev.weft.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Tells at which places of a {@link CacheFile} an entry may be that has a given hash. It is a table with open
 * addressing, which is used as it lies in the file: to open it costs the same for ten entries and for ten thousand.
 * Nobody checks its slots, so that whoever asks must look whether the place has what is wanted. Immutable.
 *
 * <pre>
 * index:  int INDEX, int number of slots (a power of two), long checksum of the number and of the index's place, slot*
 * slot:   long, of which the upper half is that of an entry's hash, the lower half the entry's place; 0 if it is empty
 * </pre>
 *
 * <p>The search for a hash begins at the slot that its lower bits give, and ends at an empty one.
 */
final class EntryIndex {
    /** The search has come to its end. */
    static final int NO_MORE = -1;

    /** Has nothing, and lies before all entries. */
    static final EntryIndex NONE = new EntryIndex(null, CacheFile.START, 0, new long[0], 0);

    /** How many entries may come behind an index, and one more for so many of its slots. */
    private static final int MAX_TAIL = 16;

    private static final int SLOTS = 64;
    private static final long INDEX = 0x57656649;
    private static final int HEADER = 16;
    private static final long UPPER = 0xFFFFFFFF00000000L;

    private final CacheFile in;
    private final long[] table;

    /** Where in the file the index ends; of one that was made by a scan, where the scan has ended. */
    final int end;

    private final int slots;

    /** How many entries a scan has found. */
    final int count;

    /** One that lies in the file has no table. */
    private EntryIndex(CacheFile in, int end, int slots, long[] table, int count) {
        this.in = in;
        this.end = end;
        this.slots = slots;
        this.table = table;
        this.count = count;
    }

    /** The index at that place of the file, which may be any number; null if there is none, or not all of it. */
    static EntryIndex at(CacheFile in, long place) throws IOException {
        if (place < CacheFile.START || place > in.length - HEADER) {
            return null;
        }
        int at = (int) place;
        long head = in.getLong(at);
        int slots = (int) head;
        boolean isIndex = head >>> 32 == INDEX
                && slots > 0
                && slots <= (in.length - at - HEADER) / Long.BYTES
                && in.getLong(at + Long.BYTES) == check(at, slots);
        return isIndex ? new EntryIndex(in, at + HEADER + slots * Long.BYTES, slots, null, 0) : null;
    }

    private static long check(int place, int slots) {
        long check = ((long) place << 32 | slots) * 0x9E3779B97F4A7C15L;
        return check ^ check >>> 32;
    }

    /** Of the whole entries from that place on, which are read one after the other. */
    static EntryIndex scan(CacheFile in, int from) throws IOException {
        long[] hashes = new long[16];
        int[] places = new int[16];
        int count = 0;
        int at = from;
        while (true) {
            if (in.goToEntry(at)) {
                if (count == places.length) {
                    hashes = Arrays.copyOf(hashes, 2 * count);
                    places = Arrays.copyOf(places, 2 * count);
                }
                hashes[count] = in.hash();
                places[count++] = at;
                at += in.entryLength();
            } else {
                EntryIndex index = at(in, at);
                if (index == null) {
                    break;
                }
                at = index.end;
            }
        }
        long[] table = table(hashes, places, count);
        return new EntryIndex(null, at, table.length, table, count);
    }

    /** At most half of the slots are used. */
    private static long[] table(long[] hashes, int[] places, int count) {
        long[] table = new long[count == 0 ? 0 : 2 * Integer.highestOneBit(2 * count - 1)];
        for (int i = 0; i < count; i++) {
            int slot = (int) hashes[i] & table.length - 1;
            while (table[slot] != 0) {
                slot = slot + 1 & table.length - 1;
            }
            table[slot] = hashes[i] & UPPER | places[i];
        }
        return table;
    }

    /** What is to be written at that place of the file, of an index that was made by a scan. */
    byte[] bytes(int place) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + table.length * Long.BYTES);
        bytes.putLong(INDEX << 32 | slots).putLong(check(place, slots));
        bytes.asLongBuffer().put(table);
        return bytes.array();
    }

    /** Whether too many entries have come behind it for readers to read them one by one. */
    boolean isOutgrown(int tail) {
        return tail > Math.max(MAX_TAIL, slots / SLOTS);
    }

    /**
     * What the search comes upon.
     *
     * @param step the number of slots seen before
     * @return a place, which may be any number, and 0 if it is not the hash's; or {@link #NO_MORE}
     */
    int place(long hash, int step) throws IOException {
        if (step >= slots) {
            return NO_MORE;
        }
        int i = (int) hash + step & slots - 1;
        long slot = table != null ? table[i] : in.getLong(end - (slots - i) * Long.BYTES);
        if (slot == 0) {
            return NO_MORE;
        }
        return ((slot ^ hash) & UPPER) == 0 ? (int) slot : 0;
    }
}
