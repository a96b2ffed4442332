package jdk.internal.weft.management;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.PinSites;
import jdk.internal.weft.fiber.Pinned;
import jdk.internal.weft.fiber.Preemption;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.thread.FiberView;
import sun.nio.ch.WeftAwaited;

/**
 * Tells {@code weft top} again and again what the fibers do, until it has had enough: each sample is a byte S, the time
 * by {@code System.nanoTime}, the number of values, and for each its name and a long. Most are counters that are there
 * anyway; fibers by state are counted, but seldom where that takes long.
 */
final class Samples implements Runnable {
    /** Begins the name of the number of pins at a place. */
    private static final String PIN = "pinned by ";

    private final SocketChannel channel;
    private final DataOutputStream out;
    private final long pauseNanos;
    private final VmThreads vm = VmThreads.load();
    private final Map<String, Long> values = new LinkedHashMap<>();

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
        values.clear();
        values.put("live", Fibers.live());
        values.put("peak", Fibers.peak());
        values.put("started", Fibers.started());
        values.put("queued", Carriers.count(Carriers.Count.QUEUED));
        values.put("mounted", Carriers.count(Carriers.Count.MOUNTED));
        values.put("mounts", Carriers.count(Carriers.Count.MOUNTS));
        values.put("pinned", Pinned.count());
        values.put("preempted", Preemption.count());
        values.put("parallelism", (long) Carriers.size());
        values.put("carriers", Carriers.count(Carriers.Count.ALL));
        values.put("blockedCarriers", Carriers.count(Carriers.Count.BLOCKED));
        values.put("sharedQueued", Carriers.count(Carriers.Count.SHARED));
        values.put("backgroundQueued", Carriers.count(Carriers.Count.BACKGROUND));
        values.put("timers", Carriers.count(Carriers.Count.TIMERS));
        values.put("polledDescriptors", (long) WeftAwaited.descriptors());
        Runtime runtime = Runtime.getRuntime();
        values.put("usedHeap", runtime.totalMemory() - runtime.freeMemory());
        values.put("maxHeap", runtime.maxMemory());
        if (vm != null) {
            values.put("allocatedBytes", allocated());
        }
        StateCounts.addTo(values);
        for (Map.Entry<String, Long> each : PinSites.counts().entrySet()) {
            values.put(PIN + PinSites.reason(each.getKey()) + ", " + each.getKey(), each.getValue());
        }
        out.writeByte('S');
        out.writeLong(System.nanoTime());
        out.writeInt(values.size());
        for (Map.Entry<String, Long> each : values.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeLong(each.getValue());
        }
        out.flush();
    }

    /** By the kernel threads that there are: what those had allocated that have ended is not in it. */
    private long allocated() {
        long sum = 0;
        for (long each : vm.allocatedBytes(FiberView.platformThreads())) {
            sum += Math.max(0, each);
        }
        return sum;
    }
}
