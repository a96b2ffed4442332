package dev.weft.coverage;

/** A method that is called, one that is half executed, and one that is not called; in java.base while it runs. */
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
