package dev.weft.agent;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * The names of the classes that have no twins, which woven code calls plainly. It may grow as classes are loaded. What
 * was woven before is woven again with the names of that time: with more of them a class has fewer points, and their
 * numbers stand in its frames. Thread-safe.
 */
final class UnwovenClasses {
    private final Set<String> first;
    private volatile Set<String> names;

    UnwovenClasses(Set<String> names) {
        this.first = Set.copyOf(names);
        this.names = first;
    }

    /** Those of the program's start, with which its archive was woven. */
    Set<String> atStart() {
        return first;
    }

    /** Those of now, in a set that does not change; the same one until the next is added. */
    Set<String> now() {
        return names;
    }

    /** From now on calls of that class are plain. */
    synchronized void add(String name) {
        if (!names.contains(name)) {
            Set<String> more = new HashSet<>(names);
            more.add(name);
            names = Collections.unmodifiableSet(more);
        }
    }
}
