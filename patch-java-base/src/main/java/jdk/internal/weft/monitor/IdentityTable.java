package jdk.internal.weft.monitor;

import java.util.function.Predicate;
import jdk.internal.misc.Unsafe;

/**
 * Objects to {@link Link}s, by identity; 64 segments of chains, each with a lock, that is held for a few instructions
 * only.
 *
 * <p>{@link #find} takes no lock. It returns a link whose {@link #add} happens-before the call and that is not removed
 * concurrently; for other links it may answer either way.
 *
 * <h2>Overview</h2>
 *
 * The reader meets three kinds of change. <em>Adding</em> is at the head of a chain, by a release store that the
 * reader's acquire load pairs with; the adder has seen, under the lock, all that lies behind. <em>Removing</em> leaves
 * the removed link's own {@code next}, so a reader that stands on it goes on into the chain; therefore a link is never
 * added a second time. <em>Resizing</em> relinks in place, and a reader could be led into another chain: so the array
 * is withdrawn before and another one published after it, and a reader that found nothing looks whether its array still
 * stands (as a sequence lock does); if not, it looks again under the lock.
 */
final class IdentityTable {
    private static final int SEGMENTS = 64;
    private static final int SEGMENT_BITS = 6;
    private static final int MIN_BUCKETS = 16;
    private static final int MAX_BUCKETS = 1 << 24;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long BASE = Unsafe.ARRAY_OBJECT_BASE_OFFSET;
    private static final long SCALE = Unsafe.ARRAY_OBJECT_INDEX_SCALE;

    private final Segment[] segments = new Segment[SEGMENTS];

    IdentityTable() {
        for (int i = 0; i < SEGMENTS; i++) {
            segments[i] = new Segment();
        }
    }

    /** A part of the table; its own monitor guards it. */
    private static final class Segment {
        /** Heads of the chains; null while the links are being rearranged. */
        volatile Link[] buckets = new Link[MIN_BUCKETS];

        int size;
    }

    /** The link of the object, or null. Wait-free but for a resize at the same moment. */
    Link find(Object key) {
        return find(key, System.identityHashCode(key));
    }

    /** The same, of a key whose identity hash is known. */
    Link find(Object key, int hash) {
        Segment segment = segments[hash & SEGMENTS - 1];
        Link[] buckets = segment.buckets;
        if (buckets != null) {
            Link head = (Link) U.getReferenceAcquire(buckets, BASE + index(hash, buckets) * SCALE);
            for (Link link = head; link != null; link = link.next) {
                if (link.key == key) {
                    return link;
                }
            }
            U.loadFence();
            if (segment.buckets == buckets) {
                return null;
            }
        }
        synchronized (segment) {
            Link link = segment.buckets[index(hash, segment.buckets)];
            while (link != null && link.key != key) {
                link = link.next;
            }
            return link;
        }
    }

    /** Adds a link whose key is not in the table. Allocates only to grow, and does without when memory is out. */
    void add(Link link) {
        int hash = link.hash;
        Segment segment = segments[hash & SEGMENTS - 1];
        synchronized (segment) {
            Link[] buckets = segment.buckets;
            if (++segment.size > buckets.length && buckets.length < MAX_BUCKETS) {
                buckets = resize(segment, buckets.length << 1);
            }
            int i = index(hash, buckets);
            link.next = buckets[i];
            U.putReferenceRelease(buckets, BASE + i * SCALE, link);
        }
    }

    /** Removes a link; does nothing if it is not in the table. */
    void remove(Link link) {
        int hash = link.hash;
        Segment segment = segments[hash & SEGMENTS - 1];
        synchronized (segment) {
            Link[] buckets = segment.buckets;
            int i = index(hash, buckets);
            Link before = null;
            Link at = buckets[i];
            while (at != null && at != link) {
                before = at;
                at = at.next;
            }
            if (at == null) {
                return;
            }
            if (before == null) {
                buckets[i] = link.next;
            } else {
                before.next = link.next;
            }
            if (--segment.size < buckets.length >> 3 && buckets.length > MIN_BUCKETS) {
                resize(segment, buckets.length >> 1);
            }
        }
    }

    /**
     * The lock of the key's segment: under it, other holders' {@link #add} and {@link #remove} of this key stand still.
     */
    Object lock(Object key) {
        return segments[System.identityHashCode(key) & SEGMENTS - 1];
    }

    /** Some link for which the test is true, or null; of those that are added or removed meanwhile it may miss some. */
    Link any(Predicate<Link> test) {
        for (int i = 0; i < SEGMENTS; i++) {
            synchronized (segments[i]) {
                for (Link head : segments[i].buckets) {
                    for (Link link = head; link != null; link = link.next) {
                        if (test.test(link)) {
                            return link;
                        }
                    }
                }
            }
        }
        return null;
    }

    /** Number of links; exact when nobody changes the table. */
    int size() {
        int sum = 0;
        for (int i = 0; i < SEGMENTS; i++) {
            synchronized (segments[i]) {
                sum += segments[i].size;
            }
        }
        return sum;
    }

    private static int index(int hash, Link[] buckets) {
        return hash >>> SEGMENT_BITS & buckets.length - 1;
    }

    private static Link[] resize(Segment segment, int length) {
        Link[] old = segment.buckets;
        Link[] made;
        try {
            made = new Link[length];
        } catch (OutOfMemoryError e) {
            return old;
        }
        segment.buckets = null;
        U.fullFence();
        for (int i = 0; i < old.length; i++) {
            for (Link link = old[i]; link != null; ) {
                Link next = link.next;
                int to = index(link.hash, made);
                link.next = made[to];
                made[to] = link;
                link = next;
            }
        }
        segment.buckets = made;
        return made;
    }
}
