package jdk.internal.weft.management;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.weft.CarrierContext;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.trace.FrameValues;

/**
 * Cycles of threads that wait for each other, of fibers and platform threads together: what {@code ThreadMXBean}
 * reports. Each thread waits for at most one other, so a walk along the owners ends, or meets itself.
 *
 * <p>The program runs on meanwhile, so one look proves nothing: two threads that hand a lock to each other each have
 * it when the other one is looked at. Threads whose waits are the same in two looks have all waited between these, each
 * for what the next one had. So what a look finds, others must confirm.
 */
final class Deadlocks {
    private static final int LOOKS = 3;

    /** So many more looks must find the same. Two would do if each wait could be told from the thread's next one. */
    private static final int CONFIRMATIONS = 4;

    /** Of a fiber's innermost frames, so many have all that tells a wait from another one. */
    private static final int OWN_FRAMES = 8;

    private final Object[] none = {};

    private final VmThreads vm;
    private final boolean withSynchronizers;
    private final RealHolds holds;
    private final Map<Thread, Wait> waits = new IdentityHashMap<>();

    private Deadlocks(VmThreads vm, boolean withSynchronizers) {
        this.vm = vm;
        this.withSynchronizers = withSynchronizers;
        this.holds = new RealHolds(vm);
    }

    /** What a thread waits for, and what tells this wait from its next one, as far as that can be known. */
    private static final class Wait {
        private final Thread owner;
        private final Object[] objects;
        private final long count;

        Wait(Thread owner, long count, Object... objects) {
            this.owner = owner;
            this.objects = objects;
            this.count = count;
        }

        boolean isSame(Wait other) {
            boolean isSame = owner == other.owner && count == other.count && objects.length == other.objects.length;
            for (int i = 0; isSame && i < objects.length; i++) {
                isSame = objects[i] == other.objects[i];
            }
            return isSame;
        }
    }

    /**
     * Such cycles, each in the order in which its threads wait for each other. A fiber that has just been woken, or an
     * owner that changes between suspended and running, may not be seen to wait; a deadlock lasts, so it is looked for
     * again.
     */
    static List<Thread[]> find(VmThreads vm, Thread[] all, boolean withSynchronizers) {
        List<Thread[]> lasting = new ArrayList<>();
        for (int i = 0; i < LOOKS && lasting.isEmpty(); i++) {
            List<Thread[]> found = look(vm, all, withSynchronizers, false).cycles();
            lasting = found.isEmpty() ? found : confirmed(vm, together(found), withSynchronizers);
        }
        return lasting;
    }

    private static List<Thread[]> confirmed(VmThreads vm, Thread[] seen, boolean withSynchronizers) {
        Deadlocks first = look(vm, seen, withSynchronizers, true);
        List<Thread[]> found = first.cycles();
        for (int i = 0; i < CONFIRMATIONS && !found.isEmpty(); i++) {
            first.keep(look(vm, together(found), withSynchronizers, true));
            found = first.cycles();
        }
        return found;
    }

    /** The threads of all these cycles. */
    static Thread[] together(List<Thread[]> cycles) {
        List<Thread> threads = new ArrayList<>();
        for (Thread[] each : cycles) {
            threads.addAll(Arrays.asList(each));
        }
        return threads.toArray(new Thread[0]);
    }

    private static Deadlocks look(VmThreads vm, Thread[] candidates, boolean withSynchronizers, boolean isExact) {
        Deadlocks search = new Deadlocks(vm, withSynchronizers);
        search.readPlatformThreads();
        search.readFibers(candidates, isExact);
        return search;
    }

    /** Forgets the waits that are over by that later look. */
    private void keep(Deadlocks later) {
        for (Iterator<Map.Entry<Thread, Wait>> i = waits.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<Thread, Wait> each = i.next();
            Wait wait = later.waits.get(each.getKey());
            if (wait == null || !wait.isSame(each.getValue())) {
                i.remove();
            }
        }
    }

    private void readPlatformThreads() {
        Thread[] platform = vm.threads();
        Map<Long, Thread> byId = VmThreads.mountedByCarrier(platform);
        for (Thread each : platform) {
            byId.putIfAbsent(each.getId(), each);
        }
        Object[] infos = vm.infos(platform);
        for (int i = 0; i < platform.length; i++) {
            Thread thread = self(platform[i]);
            Wait wait = infos[i] == null ? null : wait(platform[i], infos[i], byId);
            if (wait != null && wait.owner != null && wait.owner != thread) {
                waits.put(thread, wait);
            }
        }
    }

    /** The mounted fiber of a carrier, else the thread; several may have one id, where their class overrides that. */
    private static Thread self(Thread platform) {
        CarrierContext context = CarrierContext.of(platform);
        Thread fiber = context == null || context.carrier == null ? null : context.thread;
        return fiber == null ? platform : fiber;
    }

    private Wait wait(Thread platform, Object info, Map<Long, Thread> byId) {
        if (vm.get(info, "threadState") == Thread.State.BLOCKED) {
            return new Wait(byId.get((Long) vm.get(info, "lockOwnerId")), (Long) vm.get(info, "blockedCount"));
        }
        Blockage waiter = Blockage.ofMonitorWaiter(platform);
        if (waiter != null) {
            return new Wait(waiter.owner, 0, waiter.lock);
        }
        Blockage blockage = withSynchronizers ? Blockage.ofParker(platform) : Blockage.NONE;
        return new Wait(blockage.owner, (Long) vm.get(info, "waitedCount"), blockage.lock);
    }

    private void readFibers(Thread[] candidates, boolean isExact) {
        Set<Thread> owners = isExact ? null : owners(candidates);
        for (Thread each : candidates) {
            Wait wait = owners == null || owners.contains(each) ? waitOfFiber(each, isExact) : null;
            if (wait != null) {
                waits.put(each, wait);
            }
        }
    }

    /** Those for which others wait; nobody else is in a cycle. Of a million that wait for one lock, it is one. */
    private Set<Thread> owners(Thread[] candidates) {
        Set<Thread> owners = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Wait each : waits.values()) {
            owners.add(each.owner);
        }
        for (Thread each : candidates) {
            Wait wait = waitOfFiber(each, false);
            if (wait != null) {
                owners.add(wait.owner);
            }
        }
        return owners;
    }

    /** Null if it is no fiber, does not wait for another thread, or its wait is known. */
    private Wait waitOfFiber(Thread thread, boolean isExact) {
        Fiber fiber = Fibers.of(thread);
        Wait wait = fiber == null || waits.containsKey(thread) ? null : wait(thread, fiber, isExact);
        return wait == null || wait.owner == null || wait.owner == thread ? null : wait;
    }

    /** Null for none. To tell the wait of a suspended fiber from its next one, {@code isExact}, takes some time. */
    private Wait wait(Thread thread, Fiber fiber, boolean isExact) {
        Thread carrier = fiber.carrier();
        CarrierContext context = carrier == null ? null : CarrierContext.of(carrier);
        Blockage blockage = context == null ? Blockage.ofParked(thread, fiber, holds) : Blockage.ofParker(thread);
        boolean isMeant =
                blockage.kind == Blockage.Kind.ENTERING || blockage.kind == Blockage.Kind.PARKED && withSynchronizers;
        if (!isMeant) {
            return null;
        } else if (context != null) {
            return new Wait(blockage.owner, context.mounts, blockage.lock);
        } else if (isExact) {
            return new Wait(blockage.owner, 0, FrameValues.references(fiber.frames(), OWN_FRAMES));
        }
        return new Wait(blockage.owner, 0, none);
    }

    /** Threads are told by their identity: their class may override what says which are equal. */
    private List<Thread[]> cycles() {
        List<Thread[]> found = new ArrayList<>();
        Set<Thread> done = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Thread start : waits.keySet()) {
            Set<Thread> path = Collections.newSetFromMap(new IdentityHashMap<>());
            Thread at = start;
            while (at != null && done.add(at)) {
                path.add(at);
                at = owner(at);
            }
            if (at != null && path.contains(at)) {
                List<Thread> cycle = new ArrayList<>();
                Thread first = at;
                do {
                    cycle.add(at);
                    at = owner(at);
                } while (at != first);
                found.add(cycle.toArray(new Thread[0]));
            }
        }
        return found;
    }

    private Thread owner(Thread waiting) {
        Wait wait = waits.get(waiting);
        return wait == null ? null : wait.owner;
    }
}
