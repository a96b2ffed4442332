package dev.weft.bench;

import dev.weft.bench.peer.Driver;
import dev.weft.bench.peer.Shape;
import java.util.Iterator;

/**
 * The elements of {@link Generators} for {@link Driver}, beside other languages' generators. Shapes: {@code by-hand},
 * an iterator that is a class; {@code elements}, a generator that yields as many calls deep as the size says. An
 * operation is an element.
 */
public final class GeneratorShapes {
    private GeneratorShapes() {}

    /** Takes the arguments of {@link Driver}. */
    public static void main(String[] args) throws Exception {
        Driver.main(args, GeneratorShapes::open);
    }

    static Shape open(String name, int size) {
        return switch (name) {
            case "by-hand" -> operations -> count(Generators.byHand(operations));
            case "elements" -> operations -> count(Generators.generator(operations, size));
            default -> null;
        };
    }

    /** The number of elements, each of which is to be the number of those before it. */
    private static long count(Iterator<Long> elements) {
        long count = 0;
        while (elements.hasNext() && elements.next() == count) {
            count++;
        }
        return count;
    }
}
