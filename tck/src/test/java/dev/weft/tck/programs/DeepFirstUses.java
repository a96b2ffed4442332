package dev.weft.tck.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.Selector;

/**
 * The first fiber that waits at a selector ({@code select}), or looks at its thread by a bean ({@code info}), does so
 * where the stack ends, again and again on the way back. Classes whose initializers meet the end would be lost: the
 * first use of sockets, or of the bean, works afterwards.
 */
public final class DeepFirstUses {
    private static final int LEVELS = 4_000;

    /** Near the end at each level. */
    private static final int NEAR = 400;

    private static final int STEP = 20;

    private static ThreadMXBean bean;
    private static boolean isToSelect;
    private static int above = -1;
    private static int worked;

    private DeepFirstUses() {}

    private static void dive() {
        try {
            dive();
        } catch (StackOverflowError e) {
            above = Math.max(0, above);
        }
        if (above >= 0 && above++ < LEVELS && (above < NEAR || above % STEP == 0)) {
            try {
                use();
                worked++;
            } catch (StackOverflowError e) {
                // the next one has a little more of the stack
                return;
            }
        }
    }

    private static void use() {
        if (isToSelect) {
            try (Selector selector = Selector.open()) {
                selector.select(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        } else {
            Thread own = Thread.currentThread();
            ThreadInfo info = bean.getThreadInfo(own.getId());
            if (!info.getThreadName().equals(own.getName())) {
                throw new IllegalStateException(info.toString());
            }
        }
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException, IOException {
        isToSelect = args[0].equals("select");
        bean = ManagementFactory.getThreadMXBean();
        // what the plain JDK needs for this is there: its own initializers do not survive the end of a stack
        Thread first = new Thread(DeepFirstUses::use, "platform");
        first.start();
        first.join();
        Thread thread = new Thread(DeepFirstUses::dive, "diver");
        thread.start();
        thread.join();
        System.out.println("many have worked: " + (worked > LEVELS / STEP / 4));
        if (isToSelect) {
            new ServerSocket(0, 1, InetAddress.getLoopbackAddress()).close();
        } else {
            use();
        }
        System.out.println("the end");
    }
}
