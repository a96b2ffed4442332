package dev.weft.tck.programs;

import java.io.IOException;

/** A thread reads a terminal that is set to return when there is nothing to read. */
public final class ReadsTerminal {
    private static final int READS = 3;

    private ReadsTerminal() {}

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                for (int i = 0; i < READS; i++) {
                    System.in.read();
                    System.out.println("returned");
                }
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        thread.start();
        thread.join();
    }
}
