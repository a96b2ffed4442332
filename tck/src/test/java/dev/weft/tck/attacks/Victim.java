package dev.weft.tck.attacks;

/** A class with a private and a public method that have twins, as both may suspend. */
public final class Victim {
    private Victim() {}

    /** Calls what nobody else may call. */
    public static void open() throws InterruptedException {
        secret();
    }

    private static void secret() throws InterruptedException {
        Thread.sleep(1);
    }
}
