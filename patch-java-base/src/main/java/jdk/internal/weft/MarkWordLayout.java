package jdk.internal.weft;

/**
 * Where what is in the mark word of HotSpot's objects. The weaver writes the values of the JDK that it weaves into
 * these methods; those here are JDK 17's, for tests that run on a plain one.
 */
final class MarkWordLayout {
    private MarkWordLayout() {}

    /** The release of the VM that has this layout. */
    static String release() {
        return "17";
    }

    /** The lowest bit of the identity hash. */
    static int hashShift() {
        return 8;
    }

    /** The bits that count the young collections survived. */
    static long age() {
        return 0x78;
    }

    /** The three lowest bits of an object that is biased towards a thread; -1 where there is no bias. */
    static int biased() {
        return 5;
    }
}
