package dev.weft.bench.shape;

import java.util.function.LongSupplier;

/** Pieces of ordinary code without any blocking call; each has a check sum that is the same on every runtime. */
public enum Shapes {
    /** Calls of an interface's getter with five receivers, too many to inline. */
    GETTERS(Getters::run),
    /** Puts, gets and iteration of a {@code HashMap}. */
    HASH_MAP(HashMaps::run),
    /** Concatenation, {@code StringBuilder}, split and parse. */
    STRINGS(Strings::run),
    /** A pipeline of objects, one of numbers, and a grouping. */
    STREAMS(Streams::run),
    /** Fibonacci's numbers, and a tree that is built and walked. */
    RECURSION(Recursion::run),
    /** Matching with groups and back references. */
    REGEX(Regexes::run),
    /** {@code ArrayList.sort} with a comparator. */
    SORTING(Sorting::run),
    /** Exceptions thrown through ten frames with a {@code finally} each. */
    EXCEPTIONS(Exceptions::run),
    /** A parser of JSON, by hand. */
    JSON(Json::run),
    /** A sieve and matrices. */
    ARRAYS(Arrays::run),
    /** {@code BigInteger}. */
    BIG_NUMBERS(BigNumbers::run),
    /** {@code StringBuilder}. */
    STRING_BUILDER(Builders::run),
    /** Default methods, lambdas, decorators. */
    INTERFACE_CALLS(Calls::run),
    /** {@code TreeMap}, {@code PriorityQueue}, {@code ArrayDeque}, {@code ArrayList}. */
    COLLECTIONS(Collections::run),
    /** Doubles in nested loops. */
    MANDELBROT(Mandelbrot::run),
    /** UTF-8, Base64, {@code ByteBuffer}, CRC. */
    CODING(Coding::run);

    private final LongSupplier body;

    Shapes(LongSupplier body) {
        this.body = body;
    }

    /** Runs for some milliseconds; the check sum. */
    public long run() {
        return body.getAsLong();
    }
}
