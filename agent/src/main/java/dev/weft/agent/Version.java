package dev.weft.agent;

import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.resume.HostClass;
import java.lang.ref.SoftReference;

/**
 * The code of an application class, as it was loaded or redefined since. A frame that was suspended in an old version
 * goes on in it, as frames of the VM do: it is told by the number of its point. The newest version knows the one
 * before.
 */
final class Version {
    /** The class file as its author and the other agents have made it. */
    final byte[] authors;

    /** The same after the recipes for frameworks; what is woven. */
    final byte[] original;

    /** The woven class file; null if the original gives the same whenever it is woven. */
    final byte[] woven;

    /** The number of the first point. */
    final int firstPoint;

    /** Whether pinned stubs were added to the bytes, and nothing else was changed. */
    final boolean isRaw;

    /** The methods whose twins call their plain copies, unless they are loud. */
    final QuietSoFar quietSoFar;

    /** The version before, or null. */
    final Version older;

    /** Hash of the woven class file, or 0 if nobody has asked for it. */
    volatile long hash;

    /** Above the numbers of all points; 0 if nobody has asked for it, or there are none. */
    volatile int end;

    /** Hash of {@link #original}, or null; each resumer asks for it. Two threads may find the same. */
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
            Version older) {
        this.authors = authors;
        this.original = original;
        this.woven = woven;
        this.firstPoint = firstPoint;
        this.isRaw = isRaw;
        this.quietSoFar = quietSoFar;
        this.older = older;
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
}
