package dev.weft.bench;

/** The program whose start is timed. */
public final class Hello {
    private Hello() {}

    /** Prints one line. */
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
