package jdk.internal.weft.management;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.weft.CarrierContext;
import jdk.internal.weft.thread.FiberView;

/** Looks at the fibers that are on their carriers, for recordings. For one thread. */
public final class FiberSamples {
    private final RunningStacks running = new RunningStacks(false);

    /** Is told of each. */
    public interface Sink {
        /**
         * A fiber that was on a carrier.
         *
         * @param stack frames from the outermost to the innermost one, with semicolons between them
         */
        void sample(Thread fiber, Thread carrier, String stack);
    }

    /** Looks at all of one moment; those that are blocked or pinned there are no part of it. */
    public void look(Sink sink) {
        Thread[] threads = FiberView.platformThreads();
        int n = 0;
        for (Thread each : threads) {
            if (CarrierContext.carries(each)) {
                threads[n++] = each;
            }
        }
        Thread[] carriers = Arrays.copyOf(threads, n);
        running.look(carriers);
        for (int i = 0; i < n; i++) {
            Thread fiber = running.fiber(i);
            if (fiber != null && running.stateOfFiber(i) == Thread.State.RUNNABLE) {
                List<String> names = running.names(i, null);
                Collections.reverse(names);
                sink.sample(fiber, carriers[i], String.join(";", names));
            }
        }
    }
}
