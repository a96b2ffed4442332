package jdk.internal.weft.management;

import java.util.concurrent.ConcurrentHashMap;
import java.weft.Initializers;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Accounts;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.monitor.Monitors;

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
    /** What is kept of all fibers: to ask for user time takes long. */
    private static final int OF_ALL = 1 << KernelFigures.PROCESSOR | 1 << KernelFigures.ALLOCATED;

    /** Null if none are kept so far. */
    private static volatile FiberAccounts accounts;

    /** Whether each fiber has one, of all. */
    private final boolean areOfAll = Accounts.areWanted();

    private final ConcurrentHashMap<Long, FiberAccount> byId = new ConcurrentHashMap<>();
    private final KernelFigures figures = new KernelFigures();

    private FiberAccounts() {}

    /** Keeps accounts of all fibers from now on, if the program was started so. */
    public static void begin() {
        if (Accounts.areWanted()) {
            make();
        }
    }

    private static synchronized FiberAccounts make() {
        if (accounts == null) {
            Initializers.forOnlookers();
            FiberAccounts made = new FiberAccounts();
            accounts = made;
            Accounts.keep(made);
        }
        return accounts;
    }

    // ------------------------------------------------------------------------------------------- by carriers

    private FiberAccount of(Fiber fiber) {
        long id = JdkAccess.tid(fiber.thread());
        FiberAccount known = byId.get(id);
        if (known == null) {
            known = new FiberAccount(areOfAll ? OF_ALL : 0);
            byId.put(id, known);
        }
        return known;
    }

    /** That of a fiber which a carrier runs; null if it has none. */
    private FiberAccount ofRunning(Fiber fiber) {
        return areOfAll ? of(fiber) : byId.get(JdkAccess.tid(fiber.thread()));
    }

    @Override
    public void begins(Fiber fiber) {
        try {
            FiberAccount account = ofRunning(fiber);
            if (account != null) {
                account.hasWaited();
                account.begins(figures);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it has used nothing until it leaves
        }
    }

    @Override
    public void leaves(Fiber fiber) {
        try {
            FiberAccount known = byId.get(JdkAccess.tid(fiber.thread()));
            if (known != null) {
                known.left(figures);
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
            boolean isPinnedToEnter = Monitors.checkedBy(Thread.currentThread()) != null;
            of(fiber).waits(isPinnedToEnter || Blockage.entering(fiber) != null);
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
            of(fiber).hasWaited();
        } catch (OutOfMemoryError | StackOverflowError e) {
            // the next one that is counted ends this one
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
        return figures.areKnown() ? of(fiber).usedByCaller(figures, what) : -1;
    }

    // ------------------------------------------------------------------------------------------- by onlookers

    /** What a fiber has used, by the id of its thread; -1 if it is no fiber, or nobody knows. */
    static long used(long id, int what) {
        FiberAccounts all = accounts;
        FiberAccount account = all == null || !all.figures.areKnown() ? null : all.byId.get(id);
        if (account == null || !account.has(what)) {
            return -1;
        }
        return account.used(all.figures, what);
    }

    /**
     * How often a thread was blocked and has waited, and for how many milliseconds: in the order of {@code
     * ThreadInfo}'s constructor, whose values for what is not known are the answer where accounts are not kept.
     */
    static long[] waits(Thread thread) {
        FiberAccounts all = accounts;
        boolean areCounted = all != null && all.areOfAll;
        FiberAccount account = !areCounted || Fibers.of(thread) == null ? null : all.byId.get(JdkAccess.tid(thread));
        if (account == null) {
            return new long[] {0, areCounted ? 0 : -1, 0, areCounted ? 0 : -1};
        }
        return account.waits();
    }
}
