package dev.weft.tck.programs;

/** Prints lines of a hundred characters in a thread of its own. */
public final class Prints {
    private Prints() {}

    /** With the number of lines. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                System.out.println(String.valueOf(i % 10).repeat(100));
            }
        });
        thread.start();
        thread.join();
    }
}
