package jdk.internal.weft.management;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Accounts;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;

/**
 * What fibers have used, and how often and how long they have waited, for {@code ThreadMXBean}. A carrier asks the VM
 * for what it has used itself when it gets a fiber, and when the fiber leaves; the difference is the fiber's. Without
 * java.management, waits are counted only. Thread-safe; who reads while a fiber goes on may miss the last step.
 */
public final class FiberAccounts extends Accounts {
    /** What {@link #used} is asked for. */
    static final int PROCESSOR = 0;

    static final int USER = 1;
    static final int ALLOCATED = 2;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** So often an account is read that changes meanwhile. */
    private static final int MOST_READINGS = 64;

    /** Null if accounts are not kept. */
    private static volatile FiberAccounts accounts;

    private final ConcurrentHashMap<Long, Account> byId = new ConcurrentHashMap<>();
    private final VmThreads vm = VmThreads.load();
    private final MethodHandle processorTime = vm == null ? null : vm.ofCaller("getThreadTotalCpuTime0");
    private final MethodHandle allocatedBytes = vm == null ? null : vm.ofCaller("getThreadAllocatedMemory0");

    private FiberAccounts() {}

    /** That of one fiber, written by its carriers, one after the other. */
    private static final class Account {
        private long processor;
        private long allocated;

        /** The carrier, or null, and what it had used when it got the fiber. */
        private Thread carrier;

        private long processorOfCarrier;
        private long allocatedOfCarrier;

        /** Odd while the carrier writes the fields above; who reads them reads this before and after. */
        private volatile int version;

        private long told;

        /** When the wait has begun; 0 if there is none. */
        private volatile long waitsSince;

        private boolean isBlocked;
        private long blockedCount;
        private long blockedNanos;
        private long waitedCount;
        private long waitedNanos;

        /** That much, or what was told before, if that is more: processor time never falls. */
        synchronized long told(long processorNow) {
            told = Math.max(told, processorNow);
            return told;
        }

        /** It has the calling carrier from now on, which has used so much. */
        void mounted(long processorNow, long allocatedNow) {
            int before = version;
            version = before + 1;
            Unsafe.getUnsafe().storeFence();
            carrier = Thread.currentThread();
            processorOfCarrier = processorNow;
            allocatedOfCarrier = allocatedNow;
            version = before + 2;
        }

        /** It leaves the carrier, which has used so much by now. */
        void left(long processorNow, long allocatedNow) {
            if (carrier == null) {
                // there was no memory to note what the carrier had used
                return;
            }
            int before = version;
            version = before + 1;
            Unsafe.getUnsafe().storeFence();
            carrier = null;
            processor += processorNow - processorOfCarrier;
            allocated += allocatedNow - allocatedOfCarrier;
            version = before + 2;
        }
    }

    /** Keeps accounts from now on, if the program was started so. */
    public static void begin() {
        if (Accounts.areKept() && accounts == null) {
            FiberAccounts made = new FiberAccounts();
            accounts = made;
            Accounts.keep(made);
        }
    }

    // ------------------------------------------------------------------------------------------- by carriers

    private Account of(Fiber fiber) {
        long id = JdkAccess.tid(fiber.thread());
        Account known = byId.get(id);
        if (known == null) {
            known = new Account();
            byId.put(id, known);
        }
        return known;
    }

    @Override
    public void begins(Fiber fiber) {
        try {
            Account account = of(fiber);
            hasWaited(account);
            account.mounted(ofCaller(processorTime), ofCaller(allocatedBytes));
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it has used nothing until it leaves
        }
    }

    @Override
    public void leaves(Fiber fiber) {
        try {
            Account known = byId.get(JdkAccess.tid(fiber.thread()));
            if (known != null) {
                known.left(ofCaller(processorTime), ofCaller(allocatedBytes));
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it has used nothing this time
        }
    }

    @Override
    public void waits(Fiber fiber) {
        try {
            Account account = of(fiber);
            account.isBlocked = Blockage.entering(fiber) != null;
            account.blockedCount += account.isBlocked ? 1 : 0;
            account.waitedCount += account.isBlocked ? 0 : 1;
            account.waitsSince = System.nanoTime();
        } catch (OutOfMemoryError | StackOverflowError e) {
            // a wait that is not counted
        }
    }

    @Override
    public void waitedPinned(Fiber fiber) {
        try {
            hasWaited(of(fiber));
        } catch (OutOfMemoryError | StackOverflowError e) {
            // the next one that is counted ends this one
        }
    }

    private static void hasWaited(Account account) {
        long since = account.waitsSince;
        if (since != 0) {
            long nanos = System.nanoTime() - since;
            account.blockedNanos += account.isBlocked ? nanos : 0;
            account.waitedNanos += account.isBlocked ? 0 : nanos;
            account.waitsSince = 0;
        }
    }

    @Override
    public void ended(Fiber fiber) {
        try {
            byId.remove(JdkAccess.tid(fiber.thread()));
        } catch (OutOfMemoryError | StackOverflowError e) {
            // an account more
        }
    }

    private static long ofCaller(MethodHandle figure) {
        try {
            return figure == null ? 0 : (long) figure.invokeExact(0L);
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw e;
        } catch (Throwable e) {
            throw new InternalError(e);
        }
    }

    // ------------------------------------------------------------------------------------------- by onlookers

    /** What a fiber has used, by the id of its thread; -1 if it is no fiber, or nobody knows. */
    static long used(long id, int what) {
        FiberAccounts all = accounts;
        Account account = all == null || what == USER || all.vm == null ? null : all.byId.get(id);
        if (account == null) {
            return -1;
        }
        return what == PROCESSOR ? account.told(all.used(account, what)) : all.used(account, what);
    }

    private long used(Account account, int what) {
        for (int i = 0; i < MOST_READINGS; i++) {
            int version = account.version;
            long before = what == PROCESSOR ? account.processor : account.allocated;
            long begun = what == PROCESSOR ? account.processorOfCarrier : account.allocatedOfCarrier;
            Thread carrier = account.carrier;
            long now = carrier == null ? begun : ofOther(carrier, what);
            Unsafe.getUnsafe().loadFence();
            if ((version & 1) == 0 && account.version == version) {
                return before + Math.max(0, now - begun);
            }
        }
        // it comes and goes all the time: then the last step is short
        return what == PROCESSOR ? account.processor : account.allocated;
    }

    private long ofOther(Thread carrier, int what) {
        Thread[] one = {carrier};
        return what == PROCESSOR ? vm.processorTimes(one)[0] : vm.allocatedBytes(one)[0];
    }

    /**
     * How often a thread was blocked and has waited, and for how many milliseconds: in the order of {@code
     * ThreadInfo}'s constructor, whose values for what is not known are the answer where accounts are not kept.
     */
    static long[] waits(Thread thread) {
        FiberAccounts all = accounts;
        Account account = all == null || Fibers.of(thread) == null ? null : all.byId.get(JdkAccess.tid(thread));
        if (account == null) {
            return new long[] {0, all == null ? -1 : 0, 0, all == null ? -1 : 0};
        }
        long since = account.waitsSince;
        long goesOn = since == 0 ? 0 : Math.max(0, System.nanoTime() - since);
        return new long[] {
            account.blockedCount,
            (account.blockedNanos + (account.isBlocked ? goesOn : 0)) / NANOS_PER_MILLI,
            account.waitedCount,
            (account.waitedNanos + (account.isBlocked ? 0 : goesOn)) / NANOS_PER_MILLI
        };
    }
}
