package dev.weft.tck.programs;

import java.util.ArrayList;
import java.util.List;

/** The first thread of the program takes all memory, keeps it, and ends by the error: {@code join} comes back. */
public final class EndsInAFullHeap {
    private static List<Object> kept = new ArrayList<>();

    private EndsInAFullHeap() {}

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(EndsInAFullHeap::fill);
        thread.start();
        thread.join();
        kept = null;
        System.out.println("joined");
    }

    private static void fill() {
        while (true) {
            kept.add(new byte[1 << 16]);
        }
    }
}
