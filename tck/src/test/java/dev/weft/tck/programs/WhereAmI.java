package dev.weft.tck.programs;

import dev.weft.tck.Fibers;

/** Tells which JVM runs it. */
public final class WhereAmI {
    private WhereAmI() {}

    /** Prints it. */
    public static void main(String[] args) throws Exception {
        System.out.println("home: " + System.getProperty("java.home"));
        System.out.println("arguments: " + String.join(",", args));
        Thread thread = new Thread(() -> System.out.println("fiber: " + Fibers.isFiber()));
        thread.start();
        thread.join();
        System.out.println("fibers left: " + Fibers.live());
    }
}
