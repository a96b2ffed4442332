package jdk.internal.weft.local;

import java.weft.CarrierContext;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;

/**
 * Numbers that stand for processors: there are a power of two of them, at least as many as processors and as carriers
 * that run.
 */
public final class Processors {
    /** The spread of thread identifiers, which follow each other, over all numbers. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int SIZE = size();

    private Processors() {}

    private static int size() {
        String wanted = VM.getSavedProperty("weft.parallelism");
        int carriers = wanted == null ? 1 : Integer.parseInt(wanted);
        int most = Math.max(carriers, Runtime.getRuntime().availableProcessors());
        return most <= 1 ? 1 : Integer.highestOneBit(most - 1) << 1;
    }

    /** How many there are. */
    public static int count() {
        return SIZE;
    }

    /** That of the carrier, if the caller is a fiber or a carrier; else one that belongs to the caller's thread. */
    public static int current() {
        Thread kernel = Thread.currentThread();
        CarrierContext context = CarrierContext.of(kernel);
        if (context != null && context.carrier != null) {
            return context.carrier.number() & SIZE - 1;
        }
        return (int) (JdkAccess.tid(kernel) * GOLDEN >>> 32) & SIZE - 1;
    }
}
