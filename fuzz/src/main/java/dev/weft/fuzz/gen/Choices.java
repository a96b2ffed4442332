package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Where a generator gets its decisions from: fresh ones by a seed, or those of an earlier run, which may have been cut.
 *
 * <p>Overview. Decisions form a tree: a node for each statement, expression or method, whose items are numbers and
 * nodes. To minimise a program is to remove nodes and to lower numbers, then to generate again: whatever the tree looks
 * like, the result is a valid program, since a number that is missing reads as 0, and 0 always means the simplest
 * thing.
 */
public final class Choices {
    /** One node of the tree: {@code Integer}s and {@code Node}s in the order of their use. */
    public static final class Node {
        private final List<Object> items = new ArrayList<>();

        /** The items; may be changed. */
        public List<Object> items() {
            return items;
        }

        /** A copy of this tree. */
        public Node copy() {
            Node result = new Node();
            for (Object item : items) {
                result.items.add(item instanceof Node ? ((Node) item).copy() : item);
            }
            return result;
        }
    }

    private static final class Cursor {
        final Node node;
        final Cursor outer;
        int next;

        Cursor(Node node, Cursor outer) {
            this.node = node;
            this.outer = outer;
        }
    }

    private final SplittableRandom random;
    private Cursor at;

    private Choices(SplittableRandom random, Node root) {
        this.random = random;
        at = new Cursor(root, null);
    }

    /** Fresh decisions; they are recorded in the tree, which must be empty. */
    public static Choices record(long seed, Node into) {
        return new Choices(new SplittableRandom(seed), into);
    }

    /** The decisions of a tree, which is not changed. */
    public static Choices replay(Node from) {
        return new Choices(null, from);
    }

    /** A number from 0 to n - 1. */
    public int pick(int n) {
        if (random != null) {
            int value = random.nextInt(n);
            at.node.items.add(value);
            return value;
        }
        while (at.next < at.node.items.size()) {
            Object item = at.node.items.get(at.next);
            if (item instanceof Node) {
                return 0;
            }
            at.next++;
            return (Integer) item % n;
        }
        return 0;
    }

    /** True in so many of a hundred cases. */
    public boolean chance(int percent) {
        return pick(100) >= 100 - percent;
    }

    /** Begins a part that can be removed as a whole. */
    public void begin() {
        Node child = null;
        if (random != null) {
            child = new Node();
            at.node.items.add(child);
        } else {
            while (child == null && at.next < at.node.items.size()) {
                Object item = at.node.items.get(at.next++);
                child = item instanceof Node ? (Node) item : null;
            }
        }
        at = new Cursor(child == null ? new Node() : child, at);
    }

    /** Ends the innermost part. */
    public void end() {
        at = at.outer;
    }
}
