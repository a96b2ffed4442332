package dev.weft.agent;

import jdk.internal.weft.scheduler.Affinity;
import jdk.internal.weft.scheduler.KernelThread;

/**
 * How much time its maker has left: of the processor, by the kernel's account of its thread, and by the clock. Where
 * the kernel keeps no such account the clock counts alone, up to the smaller one. One thread at a time asks.
 */
final class TimeLeft {
    private final KernelThread kernel = new KernelThread();
    private final int thread = Affinity.ownId();
    private final long used = kernel.exactNanos(thread);
    private final long begun = System.nanoTime();
    private final long processor;
    private final long clock;

    /** So many nanoseconds of either. */
    TimeLeft(long processor, long clock) {
        this.processor = processor;
        this.clock = used < 0 ? Math.min(processor, clock) : clock;
    }

    /** Whether one of them is over. */
    boolean isOver() {
        return System.nanoTime() - begun > clock || used >= 0 && kernel.exactNanos(thread) - used > processor;
    }
}
