package dev.weft.examples;

import dev.weft.Generator;
import java.util.Iterator;

/**
 * Do two trees have the same leaves, from left to right? Generators walk both at once, and no further than they must.
 */
public final class Fringe {
    private Fringe() {}

    private sealed interface Tree {}

    private record Leaf(int value) implements Tree {}

    private record Node(Tree left, Tree right) implements Tree {}

    private static Generator<Integer> leaves(Tree tree) {
        return new Generator<>(out -> walk(tree, out));
    }

    private static void walk(Tree tree, Generator.Output<Integer> out) {
        if (tree instanceof Leaf leaf) {
            out.yield(leaf.value());
        } else if (tree instanceof Node node) {
            walk(node.left(), out);
            walk(node.right(), out);
        }
    }

    private static boolean isSame(Tree one, Tree other) {
        Iterator<Integer> left = leaves(one);
        Iterator<Integer> right = leaves(other);
        while (left.hasNext() && right.hasNext()) {
            if (!left.next().equals(right.next())) {
                return false;
            }
        }
        return left.hasNext() == right.hasNext();
    }

    /** Compares some, and runs the generator of project Loom's proposal. */
    public static void main(String[] args) {
        Tree one = new Node(new Node(new Leaf(1), new Leaf(2)), new Leaf(3));
        Tree other = new Node(new Leaf(1), new Node(new Leaf(2), new Leaf(3)));
        System.out.println(isSame(one, other) + " " + isSame(one, new Node(other, new Leaf(4))));
        for (Object x : new Generator<>(() -> {
            Generator.produce(1);
            Thread.sleep(100);
            Generator.produce(2);
            Thread.sleep(100);
            Generator.produce(3);
        })) {
            System.out.println("Next: " + x);
        }
    }
}
