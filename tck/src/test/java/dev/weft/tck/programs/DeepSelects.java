package dev.weft.tck.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.Selector;

/**
 * The first thread of a program that waits at a selector does so where the stack ends, again and again on the way back.
 * Sockets, which nobody has used yet, work afterwards.
 */
public final class DeepSelects {
    private static final int LEVELS = 4_000;

    /** Near the end at each level. */
    private static final int NEAR = 400;

    private static final int STEP = 20;

    private static int above = -1;
    private static int selected;

    private DeepSelects() {}

    private static void dive() {
        try {
            dive();
        } catch (StackOverflowError e) {
            above = Math.max(0, above);
        }
        if (above >= 0 && above++ < LEVELS && (above < NEAR || above % STEP == 0)) {
            try {
                select();
                selected++;
            } catch (StackOverflowError e) {
                return;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void select() throws IOException {
        try (Selector selector = Selector.open()) {
            selector.select(1);
        }
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException, IOException {
        // what the plain JDK needs for this is there: its own initializers do not survive the end of a stack
        Thread first = new Thread(
                () -> {
                    try {
                        select();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "platform");
        first.start();
        first.join();
        Thread thread = new Thread(DeepSelects::dive);
        thread.start();
        thread.join();
        System.out.println("many have waited: " + (selected > LEVELS / STEP / 4));
        new ServerSocket(0, 1, InetAddress.getLoopbackAddress()).close();
        System.out.println("sockets work: true");
    }
}
