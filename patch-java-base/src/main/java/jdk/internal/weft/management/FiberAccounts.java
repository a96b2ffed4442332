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
 *
 * <p>If accounts were not asked for ({@link Accounts#areWanted}), a fiber has one from the moment on at which it first
 * asks what it has used itself, as programs do at the beginning and at the end of what they measure; only of what it
 * has asked for, and without its waits.
 */
public final class FiberAccounts extends Accounts {
    /** What {@link #used} is asked for. */
    static final int PROCESSOR = 0;

    static final int ALLOCATED = 1;
    static final int USER = 2;

    private static final int FIGURES = 3;

    /** What is kept of all fibers: to ask for user time takes long. */
    private static final int OF_ALL = 1 << PROCESSOR | 1 << ALLOCATED;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** So often an account is read that changes meanwhile. */
    private static final int MOST_READINGS = 64;

    /** Null if none are kept so far. */
    private static volatile FiberAccounts accounts;

    /** Whether each fiber has one, of all. */
    private final boolean areOfAll = Accounts.areWanted();

    private final ConcurrentHashMap<Long, Account> byId = new ConcurrentHashMap<>();
    private final VmThreads vm = VmThreads.load();
    private final MethodHandle[] figures = new MethodHandle[FIGURES];

    private static boolean isIn(int what, int asked) {
        return (asked & 1 << what) != 0;
    }

    private FiberAccounts() {
        if (vm != null) {
            figures[PROCESSOR] = vm.figure("getThreadTotalCpuTime0");
            figures[ALLOCATED] = vm.figure("getThreadAllocatedMemory0");
            figures[USER] = vm.figure("getThreadUserCpuTime0");
        }
    }

    /** That of one fiber, written by its carriers, one after the other. */
    private static final class Account {
        /** What it has used on the carriers that it has left. */
        private final long[] used = new long[FIGURES];

        /** The carrier, or null, and what it had used when it got the fiber. */
        private Thread carrier;

        private final long[] ofCarrier = new long[FIGURES];

        /** What of it is kept: a bit for each. */
        private volatile int kept;

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

        boolean has(int what) {
            return isIn(what, kept);
        }

        /**
         * It has the calling carrier from now on; or, on a carrier that it has, asks for that the first time.
         *
         * @param asked of what to note how much the carrier has used, a bit for each
         */
        void begins(FiberAccounts all, int asked) {
            // what may fail comes first
            long processor = all.ofCaller(PROCESSOR, asked);
            long allocated = all.ofCaller(ALLOCATED, asked);
            long user = all.ofCaller(USER, asked);
            int before = version;
            version = before + 1;
            Unsafe.getUnsafe().storeFence();
            carrier = Thread.currentThread();
            note(PROCESSOR, asked, processor);
            note(ALLOCATED, asked, allocated);
            note(USER, asked, user);
            version = before + 2;
        }

        private void note(int what, int asked, long now) {
            if (isIn(what, asked)) {
                ofCarrier[what] = now;
            }
        }

        /** It leaves the carrier. */
        void left(FiberAccounts all) {
            if (carrier == null) {
                // there was no memory to note what the carrier had used
                return;
            }
            int asked = kept;
            long processor = all.ofCaller(PROCESSOR, asked);
            long allocated = all.ofCaller(ALLOCATED, asked);
            long user = all.ofCaller(USER, asked);
            int before = version;
            version = before + 1;
            Unsafe.getUnsafe().storeFence();
            carrier = null;
            add(PROCESSOR, asked, processor);
            add(ALLOCATED, asked, allocated);
            add(USER, asked, user);
            version = before + 2;
        }

        private void add(int what, int asked, long now) {
            if (isIn(what, asked)) {
                used[what] += now - ofCarrier[what];
            }
        }
    }

    /** Keeps accounts of all fibers from now on, if the program was started so. */
    public static void begin() {
        if (Accounts.areWanted()) {
            make();
        }
    }

    private static synchronized FiberAccounts make() {
        if (accounts == null) {
            FiberAccounts made = new FiberAccounts();
            accounts = made;
            Accounts.keep(made);
        }
        return accounts;
    }

    // ------------------------------------------------------------------------------------------- by carriers

    private Account of(Fiber fiber) {
        long id = JdkAccess.tid(fiber.thread());
        Account known = byId.get(id);
        if (known == null) {
            known = new Account();
            known.kept = areOfAll ? OF_ALL : 0;
            byId.put(id, known);
        }
        return known;
    }

    /** That of a fiber which a carrier runs; null if it has none. */
    private Account ofRunning(Fiber fiber) {
        return areOfAll ? of(fiber) : byId.get(JdkAccess.tid(fiber.thread()));
    }

    @Override
    public void begins(Fiber fiber) {
        try {
            Account account = ofRunning(fiber);
            if (account != null) {
                hasWaited(account);
                account.begins(this, account.kept);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it has used nothing until it leaves
        }
    }

    @Override
    public void leaves(Fiber fiber) {
        try {
            Account known = byId.get(JdkAccess.tid(fiber.thread()));
            if (known != null) {
                known.left(this);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it has used nothing this time
        }
    }

    @Override
    public void waits(Fiber fiber) {
        if (!areOfAll) {
            return;
        }
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
        if (!areOfAll) {
            return;
        }
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

    /** What the calling carrier has used, if it is asked for that; else 0. */
    private long ofCaller(int what, int asked) {
        return isIn(what, asked) ? figure(what, 0) : 0;
    }

    /** Of the kernel thread with that id; -1 if it has ended. */
    private long figure(int what, long id) {
        MethodHandle figure = figures[what];
        try {
            return figure == null ? 0 : (long) figure.invokeExact(id);
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw e;
        } catch (Throwable e) {
            throw new InternalError(e);
        }
    }

    // ------------------------------------------------------------------------------------------- by fibers

    /** What the calling fiber has used: since its beginning, or since it has first asked; -1 if nobody can know. */
    static long usedByCaller(Fiber fiber, int what) {
        try {
            FiberAccounts all = accounts;
            return (all == null ? make() : all).usedBy(fiber, what);
        } catch (OutOfMemoryError e) {
            return -1;
        }
    }

    private long usedBy(Fiber fiber, int what) {
        if (vm == null) {
            return -1;
        }
        Account account = of(fiber);
        if (account.carrier != Thread.currentThread()) {
            // nobody was told that it has this carrier
            account.begins(this, account.kept | 1 << what);
        } else if (!account.has(what)) {
            account.begins(this, 1 << what);
        }
        if (!account.has(what)) {
            account.kept |= 1 << what;
        }
        long now = account.used[what] + figure(what, 0) - account.ofCarrier[what];
        return what == PROCESSOR ? account.told(now) : now;
    }

    // ------------------------------------------------------------------------------------------- by onlookers

    /** What a fiber has used, by the id of its thread; -1 if it is no fiber, or nobody knows. */
    static long used(long id, int what) {
        FiberAccounts all = accounts;
        Account account = all == null || all.vm == null ? null : all.byId.get(id);
        if (account == null || !account.has(what)) {
            return -1;
        }
        return what == PROCESSOR ? account.told(all.used(account, what)) : all.used(account, what);
    }

    private long used(Account account, int what) {
        for (int i = 0; i < MOST_READINGS; i++) {
            int version = account.version;
            long before = account.used[what];
            long begun = account.ofCarrier[what];
            Thread carrier = account.carrier;
            long now = carrier == null ? begun : figure(what, JdkAccess.tid(carrier));
            Unsafe.getUnsafe().loadFence();
            if ((version & 1) == 0 && account.version == version) {
                return before + Math.max(0, now - begun);
            }
        }
        // it comes and goes all the time: then the last step is short
        return account.used[what];
    }

    /**
     * How often a thread was blocked and has waited, and for how many milliseconds: in the order of {@code
     * ThreadInfo}'s constructor, whose values for what is not known are the answer where accounts are not kept.
     */
    static long[] waits(Thread thread) {
        FiberAccounts all = accounts;
        boolean areCounted = all != null && all.areOfAll;
        Account account = !areCounted || Fibers.of(thread) == null ? null : all.byId.get(JdkAccess.tid(thread));
        if (account == null) {
            return new long[] {0, areCounted ? 0 : -1, 0, areCounted ? 0 : -1};
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
