package dev.weft.programs;

/** A program that the compiler of Scala has compiled: traits, matches, collections, futures. */
public final class Scala {
    private Scala() {}

    /** Runs it; the property {@code programs.classes} says where the classes are. */
    public static void main(String[] args) throws Exception {
        Sources.run(Sources.classes("scala"), "sample.Shapes", "" + Size.of(args, 30, 300));
    }
}
