package dev.weft.agent;

import dev.weft.agent.abi.Names;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.weft.CarrierContext;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.trace.StackTops;

/** What the carriers have had on their stacks at some moment, for as long as since another one. */
final class CarrierStacks {
    private final Map<Thread, Carried> stacks = new IdentityHashMap<>();

    /**
     * That of one carrier, outermost frame last; without the classes, which are not to be kept from unloading. The
     * trace is null if it was not read.
     */
    private record Carried(long mounts, StackTraceElement[] trace) {}

    /**
     * Looks. To read a stack stops the program, and the first one loads what few programs need: only those are read
     * whose fibers have been on their carriers since an earlier look.
     *
     * @param earlier null if this is the first
     */
    CarrierStacks(CarrierStacks earlier) {
        for (Thread each : FiberView.platformThreads()) {
            CarrierContext context = CarrierContext.isCarrier(each) ? CarrierContext.of(each) : null;
            if (context == null || context.thread == null) {
                continue;
            }
            long mounts = context.mounts;
            StackTraceElement[] trace = earlier != null && earlier.hasSeen(each, mounts) ? StackTops.of(each) : null;
            // from where the deepest begin is not known, and so not what has lasted in them
            boolean isWhole = trace != null && !StackTops.isCut(trace);
            if (context.mounts == mounts) {
                stacks.put(each, new Carried(mounts, isWhole ? withoutClasses(trace) : null));
            }
        }
    }

    private boolean hasSeen(Thread carrier, long mounts) {
        Carried seen = stacks.get(carrier);
        return seen != null && seen.mounts == mounts;
    }

    /** An element that the VM has filled has its class until it is printed. */
    private static StackTraceElement[] withoutClasses(StackTraceElement[] raw) {
        StackTraceElement[] without = new StackTraceElement[raw.length];
        for (int i = 0; i < raw.length; i++) {
            StackTraceElement frame = raw[i];
            without[i] = new StackTraceElement(
                    frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
        }
        return without;
    }

    /**
     * Methods with a twin's frame that has been there since then, with the same fiber: as class, dot and name. Frames
     * further in may be those of later calls.
     */
    Set<String> lastingTwins(CarrierStacks since) {
        Set<String> names = new HashSet<>();
        for (Map.Entry<Thread, Carried> each : stacks.entrySet()) {
            Carried before = since.stacks.get(each.getKey());
            StackTraceElement[] now = each.getValue().trace;
            if (before != null && before.mounts == each.getValue().mounts && before.trace != null && now != null) {
                addCommon(before.trace, now, names);
            }
        }
        return names;
    }

    private static void addCommon(StackTraceElement[] before, StackTraceElement[] now, Set<String> names) {
        for (int i = 1; i <= Math.min(before.length, now.length); i++) {
            StackTraceElement frame = now[now.length - i];
            StackTraceElement other = before[before.length - i];
            String name = frame.getMethodName();
            if (!frame.getClassName().equals(other.getClassName()) || !name.equals(other.getMethodName())) {
                return;
            }
            if (name.endsWith(Names.SUFFIX)) {
                names.add(frame.getClassName() + "." + Names.authorsName(name));
            }
            if (frame.getLineNumber() != other.getLineNumber()) {
                return;
            }
        }
    }
}
