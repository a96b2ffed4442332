package jdk.internal.weft.fiber;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.trace.StackTops;
import jdk.internal.weft.trace.Traces;

/**
 * A line on standard error for pins that last: {@code weft.pinned} says for which. A thread of its own writes it, since
 * the pinned fiber may have what whoever holds standard error waits for. Thread-safe.
 */
final class PinReport implements Runnable {
    /** How long a pin lasts before it is told. */
    static final long NANOS = 1_000_000_000;

    private static final String MODE = VM.getSavedProperty("weft.pinned");
    private static final ConcurrentLinkedQueue<Fiber> PINNED = new ConcurrentLinkedQueue<>();

    /** Null until the first of them. */
    private static volatile Thread reporter;

    private final Set<String> told = new HashSet<>();

    private PinReport() {}

    /** The calling carrier's fiber has been pinned for so long. Waits for nobody. */
    static void lasts(Fiber fiber) {
        if ("off".equals(MODE) || MODE == null && PlainFibers.ARE_WANTED) {
            return;
        }
        PINNED.add(fiber);
        Thread known = reporter;
        if (known != null) {
            Unsafe.getUnsafe().unpark(known);
        } else {
            start();
        }
    }

    private static synchronized void start() {
        if (reporter == null) {
            Thread made = SystemThread.make(new PinReport(), "weft-pin-report");
            made.start();
            reporter = made;
        }
    }

    @Override
    public void run() {
        for (; ; ) {
            Fiber fiber = PINNED.poll();
            if (fiber == null) {
                Unsafe.getUnsafe().park(false, 0);
                continue;
            }
            try {
                report(fiber);
            } catch (Throwable e) {
                // also of what the program has put in the place of standard error; the next pin may be told
            }
        }
    }

    private void report(Fiber fiber) {
        Thread carrier = fiber.carrier();
        StackTraceElement[] trace = carrier == null ? null : StackTops.of(carrier);
        if (trace == null || !fiber.isPinned() || fiber.carrier() != carrier) {
            return;
        }
        String frame = Traces.pinning(trace);
        String reason = PinSites.reason(trace);
        String by = frame == null ? reason + ", in " + Traces.innermost(trace) : frame + ", a " + reason;
        if ("all".equals(MODE) || told.add(by)) {
            System.err.println("weft: thread \"" + fiber.thread().getName() + "\" has blocked its carrier for a second,"
                    + " pinned by " + by
                    + ": docs/limits.md tells why and what to do, -Dweft.pinned=off not to say so");
        }
    }
}
