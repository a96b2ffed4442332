package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Forces a file that lies in memory, so that the watchdog never sees it wait, and tells whether the carrier had left
 * beforehand: at the first time, and once it is known that this is quick.
 */
public final class ForcedFiles {
    private static final int MOST = 100_000;

    private ForcedFiles() {}

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                force();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();
    }

    private static void force() throws Exception {
        Path memory = Path.of("/dev/shm");
        Path file = Files.isWritable(memory)
                ? Files.createTempFile(memory, "weft", ".tck")
                : Files.createTempFile("weft", ".tck");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1));
            int asked = 1;
            for (; hasLeft() && asked < MOST; asked++) {
                // whoever asks for the first time computes for so long that others run beside
                Thread.sleep(1);
            }
            System.out.println("before: " + (asked == MOST));
            channel.force(true);
            System.out.println("first: " + hasLeft());
            int forced = 1;
            for (boolean leaves = true; leaves && forced < MOST; forced++) {
                // the carrier comes back
                Thread.sleep(1);
                channel.force(true);
                leaves = hasLeft();
            }
            System.out.println("in the end: " + (forced == MOST));
        } finally {
            Files.delete(file);
        }
    }

    private static boolean hasLeft() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        return (Integer) server.getAttribute(new ObjectName("dev.weft:type=Fibers"), "BlockedCarriers") > 0;
    }
}
