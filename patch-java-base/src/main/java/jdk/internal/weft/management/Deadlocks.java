package jdk.internal.weft.management;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.weft.CarrierContext;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;

/**
 * Cycles of threads that wait for each other, of fibers and platform threads together: what {@code ThreadMXBean}
 * reports. Each thread waits for at most one other, so a walk along the owners ends, or meets itself.
 */
final class Deadlocks {
    private static final int LOOKS = 3;

    private final VmThreads vm;
    private final boolean withSynchronizers;
    private final RealHolds holds;
    private final Map<Thread, Thread> ownerOf = new IdentityHashMap<>();

    private Deadlocks(VmThreads vm, boolean withSynchronizers) {
        this.vm = vm;
        this.withSynchronizers = withSynchronizers;
        this.holds = new RealHolds(vm);
    }

    /**
     * The threads in such cycles, or null if there are none. A fiber that has just been woken, or an owner that changes
     * between suspended and running, may not be seen to wait; a deadlock lasts, so it is looked for again.
     */
    static Thread[] find(VmThreads vm, Thread[] all, boolean withSynchronizers) {
        for (int i = 0; i < LOOKS; i++) {
            Deadlocks search = new Deadlocks(vm, withSynchronizers);
            search.readPlatformThreads();
            search.readFibers(all);
            List<Thread> found = search.cycles();
            if (!found.isEmpty()) {
                return found.toArray(new Thread[0]);
            }
        }
        return null;
    }

    private void readPlatformThreads() {
        Thread[] platform = vm.threads();
        Map<Long, Thread> byId = VmThreads.mountedByCarrier(platform);
        for (Thread each : platform) {
            byId.putIfAbsent(each.getId(), each);
        }
        Object[] infos = vm.infos(platform);
        for (int i = 0; i < platform.length; i++) {
            if (infos[i] != null) {
                note(self(platform[i]), ownerOf(platform[i], infos[i], byId));
            }
        }
    }

    /** The mounted fiber of a carrier, else the thread; several may have one id, where their class overrides that. */
    private static Thread self(Thread platform) {
        CarrierContext context = CarrierContext.of(platform);
        Thread fiber = context == null || context.carrier == null ? null : context.thread;
        return fiber == null ? platform : fiber;
    }

    private Thread ownerOf(Thread platform, Object info, Map<Long, Thread> byId) {
        if (vm.get(info, "threadState") == Thread.State.BLOCKED) {
            return byId.get((Long) vm.get(info, "lockOwnerId"));
        }
        Blockage waiter = Blockage.ofMonitorWaiter(platform);
        if (waiter != null) {
            return waiter.owner;
        }
        return withSynchronizers ? Blockage.ofParker(platform).owner : null;
    }

    private void readFibers(Thread[] all) {
        for (Thread each : all) {
            Fiber fiber = Fibers.of(each);
            if (fiber == null || ownerOf.containsKey(each)) {
                continue;
            }
            if (fiber.carrier() == null) {
                Blockage blockage = Blockage.ofParked(each, fiber, holds);
                boolean isParked = blockage.kind == Blockage.Kind.PARKED;
                if (blockage.kind == Blockage.Kind.ENTERING || isParked && withSynchronizers) {
                    note(each, blockage.owner);
                }
            } else if (withSynchronizers) {
                note(each, Blockage.ofParker(each).owner);
            }
        }
    }

    private void note(Thread thread, Thread owner) {
        if (owner != null && owner != thread) {
            ownerOf.put(thread, owner);
        }
    }

    /** Threads are told by their identity: their class may override what says which are equal. */
    private List<Thread> cycles() {
        List<Thread> found = new ArrayList<>();
        Set<Thread> done = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Thread start : ownerOf.keySet()) {
            Set<Thread> path = Collections.newSetFromMap(new IdentityHashMap<>());
            Thread at = start;
            while (at != null && done.add(at)) {
                path.add(at);
                at = ownerOf.get(at);
            }
            if (at != null && path.contains(at)) {
                Thread first = at;
                do {
                    found.add(at);
                    at = ownerOf.get(at);
                } while (at != first);
            }
        }
        return found;
    }
}
