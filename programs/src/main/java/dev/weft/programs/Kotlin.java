package dev.weft.programs;

/** A program that the compiler of Kotlin has compiled: its classes, sequences, coroutines. */
public final class Kotlin {
    private Kotlin() {}

    /** Runs it; the property {@code programs.classes} says where the classes are. */
    public static void main(String[] args) throws Exception {
        Sources.run(Sources.classes("kotlin"), "sample.ShapesKt", "" + Size.of(args, 30, 300));
    }
}
