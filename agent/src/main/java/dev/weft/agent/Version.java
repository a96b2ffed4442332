package dev.weft.agent;

import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.resume.HostClass;
import java.lang.ref.SoftReference;
import java.util.Set;

/**
 * The code of an application class, as it was loaded or redefined since. A frame that was suspended in an old version
 * goes on in it, as frames of the VM do: it is told by the number of its point. The newest version knows the one
 * before. Where the class cache has the class file, it is not kept in the heap. Thread-safe.
 */
final class Version {
    /** The class file as its author and the other agents have made it; null if the cache has it. */
    private final byte[] authors;

    /** The same after the recipes for frameworks; what is woven. Null if the cache has it, and so the author's. */
    private final byte[] original;

    /** What has the original class file, of that length, else null. */
    private final ClassCache cache;

    private final int length;

    /** The woven class file; null if the original gives the same whenever it is woven with {@link #unwoven}. */
    final byte[] woven;

    /** The number of the first point. */
    final int firstPoint;

    /** Whether pinned stubs were added to the bytes, and nothing else was changed. */
    final boolean isRaw;

    /** The methods whose twins call their plain copies, unless they are loud. */
    final QuietSoFar quietSoFar;

    /** The names of classes without twins with which it was woven, and is to be woven again. */
    final Set<String> unwoven;

    /** The version before, or null. */
    final Version older;

    /** Hash of the woven class file, or 0 if nobody has asked for it. */
    volatile long hash;

    /** Hash of the file with the same code that the VM has given last, in another order perhaps; 0 if none. */
    volatile long hashOfGiven;

    /** Above the numbers of all points; 0 if nobody has asked for it, or there are none. */
    volatile int end;

    /** Hash of {@link #original()}, or null; each resumer asks for it. Two threads may find the same. */
    private ContentHash contentHash;

    /** What resumers are made of, or null. */
    volatile SoftReference<HostClass> parsed;

    Version(
            byte[] authors,
            byte[] original,
            byte[] woven,
            int firstPoint,
            boolean isRaw,
            QuietSoFar quietSoFar,
            Set<String> unwoven,
            Version older) {
        this.authors = authors;
        this.original = original;
        this.cache = null;
        this.length = original.length;
        this.woven = woven;
        this.firstPoint = firstPoint;
        this.isRaw = isRaw;
        this.quietSoFar = quietSoFar;
        this.unwoven = unwoven;
        this.older = older;
    }

    /** The first one of a class of which the cache has the woven class file, and the author's. */
    Version(ClassCache cache, int length, ContentHash contentHash, QuietSoFar quietSoFar, Set<String> unwoven) {
        this.authors = null;
        this.original = null;
        this.cache = cache;
        this.length = length;
        this.contentHash = contentHash;
        this.woven = null;
        this.firstPoint = 0;
        this.isRaw = false;
        this.quietSoFar = quietSoFar;
        this.unwoven = unwoven;
        this.older = null;
    }

    /** The hash of the class file as it was before it was woven. */
    ContentHash contentHash() {
        ContentHash known = contentHash;
        if (known == null) {
            known = ContentHash.of(original);
            contentHash = known;
        }
        return known;
    }

    /** What the cache knows the woven class file by, beside the {@link #length}. */
    ContentHash key() {
        return Experience.key(contentHash(), quietSoFar);
    }

    /** The length of the class file before it was woven, in bytes. */
    int length() {
        return length;
    }

    /**
     * The class file after the recipes for frameworks; what is woven. Not to be changed.
     *
     * @throws IllegalStateException if it lies in the cache, and cannot be read any more
     */
    byte[] original() {
        if (original != null) {
            return original;
        }
        byte[] read = cache.original(length, key());
        if (read == null || !ContentHash.of(read).isSame(contentHash)) {
            throw new IllegalStateException("the class cache cannot be read any more");
        }
        return read;
    }

    /**
     * The class file as its author and the other agents have made it. Not to be changed.
     *
     * @throws IllegalStateException see {@link #original()}
     */
    byte[] authors() {
        return authors == null ? original() : authors;
    }

    /** The oldest one. */
    Version first() {
        Version each = this;
        while (each.older != null) {
            each = each.older;
        }
        return each;
    }

    /**
     * Whether nothing but raw stubs is known of the class: else the version that is loaded is taken for a woven one, as
     * the VM refuses most files that cannot be read.
     */
    boolean areAllRaw() {
        for (Version each = this; each != null; each = each.older) {
            if (!each.isRaw) {
                return false;
            }
        }
        return true;
    }

    /** Whether that is woven of the same class file. */
    boolean isOf(Version other) {
        return length == other.length && contentHash().isSame(other.contentHash());
    }
}
