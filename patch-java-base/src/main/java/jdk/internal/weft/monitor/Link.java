package jdk.internal.weft.monitor;

/**
 * What an {@link IdentityTable} chains: the element is its own node. In at most one table, at most once in its life.
 */
abstract class Link {
    /** The object that this says something about; compared by identity. Not changed once this is in a table. */
    Object key;

    /** The key's identity hash, kept because it is dear to ask for while the key is locked. */
    int hash;

    /** Next in the chain; guarded by the segment's lock for writing, and left as it is when this is removed. */
    Link next;

    Link(Object key, int hash) {
        this.key = key;
        this.hash = hash;
    }
}
