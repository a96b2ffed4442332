package dev.weft.coverage;

/**
 * A program with a method that is called, one half of which is executed, and one that is not called; a part of
 * java.base while it runs.
 */
public final class Sample {
    private Sample() {}

    public static void main(String[] arguments) {
        called(halfCovered(arguments.length));
        Probes.write();
    }

    static int called(int count) {
        return count - 1;
    }

    static int halfCovered(int count) {
        if (count > 0) {
            return count;
        }
        return -1;
    }

    static int uncalled(int count) {
        return count + 1;
    }
}
