package jdk.internal.weft.management;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.Pinned;
import jdk.internal.weft.fiber.Preemption;
import jdk.internal.weft.scheduler.Carriers;

/**
 * Tells {@code weft top} again and again what the fibers do, until it has had enough: each sample is a byte S, the time
 * by {@code System.nanoTime}, the number of values, and for each its name and a long. It reads counters that are there
 * anyway.
 */
final class Samples implements Runnable {
    private final SocketChannel channel;
    private final DataOutputStream out;
    private final long pauseNanos;

    /** Of a channel that it closes in the end. */
    Samples(SocketChannel channel, DataOutputStream out, long pauseMillis) {
        this.channel = channel;
        this.out = out;
        pauseNanos = pauseMillis * 1_000_000;
    }

    @Override
    public void run() {
        try {
            for (long next = System.nanoTime(); ; next += pauseNanos) {
                write();
                for (long left = pauseNanos; left > 0; left = next + pauseNanos - System.nanoTime()) {
                    Unsafe.getUnsafe().park(false, left);
                }
            }
        } catch (IOException e) {
            // who asked has had enough
            close();
        }
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // nobody is at its other end
            return;
        }
    }

    private void write() throws IOException {
        Runtime runtime = Runtime.getRuntime();
        String[] names = {
            "live",
            "peak",
            "started",
            "queued",
            "mounted",
            "mounts",
            "pinned",
            "preempted",
            "parallelism",
            "carriers",
            "blockedCarriers",
            "usedHeap",
            "maxHeap"
        };
        long[] values = {
            Fibers.live(),
            Fibers.peak(),
            Fibers.started(),
            Carriers.count(Carriers.Count.QUEUED),
            Carriers.count(Carriers.Count.MOUNTED),
            Carriers.count(Carriers.Count.MOUNTS),
            Pinned.count(),
            Preemption.count(),
            Carriers.size(),
            Carriers.count(Carriers.Count.ALL),
            Carriers.count(Carriers.Count.BLOCKED),
            runtime.totalMemory() - runtime.freeMemory(),
            runtime.maxMemory()
        };
        out.writeByte('S');
        out.writeLong(System.nanoTime());
        out.writeInt(names.length);
        for (int i = 0; i < names.length; i++) {
            out.writeUTF(names[i]);
            out.writeLong(values[i]);
        }
        out.flush();
    }
}
