package dev.weft.tck.programs;

import com.sun.management.ThreadMXBean;
import dev.weft.tck.Await;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** What {@code ThreadMXBean} tells of threads that compute, allocate, sleep, and wait for a monitor. */
public final class AccountedThreads {
    private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MILLI = 1_000_000;
    private static final int MEGABYTE = 1 << 20;

    private static volatile byte[] sink;

    private AccountedThreads() {}

    private interface Step {
        void run() throws InterruptedException;
    }

    /** Starts a thread that does that, and is there until it is unparked. */
    private static Thread start(String name, Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    LockSupport.park(AccountedThreads.class);
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitEnd(Thread thread) {
        Await.that(
                "it has done",
                () -> LockSupport.getBlocker(thread) == AccountedThreads.class
                        && thread.getState() == Thread.State.WAITING);
    }

    /** Until the bean says that it has used 100 ms, with waits in between. */
    private static void compute() throws InterruptedException {
        compute(0);
    }

    /** Until the bean says that it has used 100 ms more than that. */
    private static void compute(long used) throws InterruptedException {
        for (int i = 1; i <= 5; i++) {
            while (BEAN.getCurrentThreadCpuTime() - used < i * 20 * MILLI) {
                Thread.onSpinWait();
            }
            Thread.sleep(1);
        }
    }

    /** Comes and goes, so that it is often asked for in the middle of that. */
    private static void computeInSteps() {
        for (long end = System.nanoTime() + 500 * MILLI; System.nanoTime() < end; ) {
            for (int i = 0; i < 1_000; i++) {
                Thread.onSpinWait();
            }
            Thread.yield();
        }
    }

    private static boolean growsOnly(Thread thread) {
        // it is not known before it has a carrier
        long last = -1;
        while (LockSupport.getBlocker(thread) != AccountedThreads.class) {
            long now = BEAN.getThreadCpuTime(thread.getId());
            if (now < last) {
                return false;
            }
            last = now;
        }
        return true;
    }

    private static void allocate() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            sink = new byte[MEGABYTE];
            Thread.sleep(1);
        }
    }

    private static void sleep() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread.sleep(20);
        }
    }

    private static void waitInAMonitor() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            for (int i = 0; i < 3; i++) {
                monitor.wait(20);
            }
        }
    }

    /** Does that below a method that cannot suspend. */
    private static void pinned(Step step) {
        String.valueOf(new Object() {
            @Override
            public String toString() {
                try {
                    step.run();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return "";
            }
        });
    }

    private static boolean knowsNobodyWhoHasEnded() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(Thread::yield);
            thread.start();
            thread.join();
            if (BEAN.getThreadCpuTime(thread.getId()) != -1 || BEAN.getThreadInfo(thread.getId()) != null) {
                return false;
            }
        }
        return true;
    }

    /** What the calling thread has allocated, as it asks itself, in each of the ways. */
    private static long[] ownBytes() {
        long id = Thread.currentThread().getId();
        return new long[] {
            BEAN.getCurrentThreadAllocatedBytes(),
            BEAN.getThreadAllocatedBytes(id),
            BEAN.getThreadAllocatedBytes(new long[] {id})[0]
        };
    }

    /** What a thread has used in between, as it asks itself before and after; nobody has asked for accounts. */
    private static void measureItself() throws InterruptedException {
        // classes are loaded, and what continues the method is made
        allocate();
        ownBytes();
        long[] before = ownBytes();
        allocate();
        long[] after = ownBytes();
        boolean isRight = true;
        for (int i = 0; i < before.length; i++) {
            long bytes = after[i] - before[i];
            isRight &= before[i] >= 0 && bytes >= 10L * MEGABYTE && bytes < 12L * MEGABYTE;
        }
        check("allocated", isRight);
        check("nothing", ownBytes()[0] - ownBytes()[0] < 4_096);
        long begun = BEAN.getCurrentThreadCpuTime();
        long begunInProgram = BEAN.getCurrentThreadUserTime();
        compute(begun);
        long computed = BEAN.getThreadCpuTime(Thread.currentThread().getId()) - begun;
        check("computed", begun >= 0 && computed >= 100 * MILLI && computed < 1_000 * MILLI);
        long inProgram = inProgramSince(begunInProgram);
        computed = BEAN.getThreadCpuTime(Thread.currentThread().getId()) - begun;
        check("in the program", begunInProgram >= 0 && inProgram > 0 && inProgram < computed + 200 * MILLI);
    }

    /**
     * The user time of the calling thread since then, as soon as there is some. The kernel shares time out by its
     * ticks, and where it has counted too much for the program, it counts none until that is right: of 100 threads of
     * the plain JDK that ask for their processor time for 100 ms, ten have none.
     */
    private static long inProgramSince(long begun) {
        long used = 0;
        for (int i = 0; i < 10_000 && used == 0; i++) {
            for (int j = 0; j < 1_000_000; j++) {
                Thread.onSpinWait();
            }
            used = BEAN.getThreadUserTime(Thread.currentThread().getId()) - begun;
        }
        return used;
    }

    private static void measureThemselves() {
        Thread other = start("has not asked", AccountedThreads::allocate);
        Thread asks = start("asks", AccountedThreads::measureItself);
        awaitEnd(asks);
        awaitEnd(other);
        check(
                "others know what it has used",
                BEAN.getThreadAllocatedBytes(asks.getId()) >= 10L * MEGABYTE
                        && BEAN.getThreadCpuTime(asks.getId()) >= 100 * MILLI
                        && BEAN.getThreadUserTime(asks.getId()) > 0);
        ThreadInfo info = BEAN.getThreadInfo(asks.getId());
        System.out.println(BEAN.getThreadCpuTime(other.getId()) + " " + BEAN.getThreadAllocatedBytes(other.getId())
                + " " + info.getWaitedCount() + " " + info.getWaitedTime());
    }

    private static void check(String what, boolean isSo) {
        System.out.println(what + ": " + isSo);
    }

    /** Prints what is so. */
    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            Thread sleeping = start("sleeping", AccountedThreads::sleep);
            awaitEnd(sleeping);
            ThreadInfo info = BEAN.getThreadInfo(sleeping.getId());
            System.out.println(BEAN.getThreadCpuTime(sleeping.getId()) + " "
                    + BEAN.getThreadAllocatedBytes(sleeping.getId()) + " " + info.getWaitedCount() + " "
                    + info.getWaitedTime() + " " + info.getBlockedCount() + " " + info.getBlockedTime());
            return;
        }
        if (args[0].equals("themselves")) {
            measureThemselves();
            return;
        }
        // what continues a method is made when it first waits, by the fiber that does
        for (Step each : new Step[] {AccountedThreads::allocate, AccountedThreads::sleep}) {
            awaitEnd(start("first", each));
        }
        Thread computing = start("computing", AccountedThreads::compute);
        Thread allocating = start("allocating", AccountedThreads::allocate);
        Thread sleeping = start("sleeping", AccountedThreads::sleep);
        Object monitor = new Object();
        CountDownLatch isHeld = new CountDownLatch(1);
        CountDownLatch isSeen = new CountDownLatch(1);
        Thread holding = start("holding", () -> {
            synchronized (monitor) {
                isHeld.countDown();
                isSeen.await();
                Thread.sleep(20);
            }
        });
        isHeld.await();
        // before, who has the monitor may have it really
        Await.state(holding, Thread.State.WAITING);
        Thread blocked = start("blocked", () -> {
            synchronized (monitor) {
                isSeen.getCount();
            }
        });
        Thread blockedPinned = start(
                "blocked, pinned",
                () -> pinned(() -> {
                    synchronized (monitor) {
                        isSeen.getCount();
                    }
                }));
        Await.monitor(blocked, monitor);
        Await.monitor(blockedPinned, monitor);
        isSeen.countDown();
        Thread[] all = {computing, allocating, sleeping, holding, blocked, blockedPinned};
        long[] ids = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            awaitEnd(all[i]);
            ids[i] = all[i].getId();
        }
        long[] times = BEAN.getThreadCpuTime(ids);
        long[] bytes = BEAN.getThreadAllocatedBytes(ids);
        check("computed", times[0] >= 100 * MILLI && times[0] == BEAN.getThreadCpuTime(ids[0]));
        check("others have not", times[2] > 0 && times[2] < 100 * MILLI && times[4] > 0 && times[4] < 100 * MILLI);
        check("allocated", bytes[1] >= 10L * MEGABYTE && bytes[1] < 12L * MEGABYTE);
        check("others have not", bytes[2] >= 0 && bytes[2] < MEGABYTE);
        ThreadInfo slept = BEAN.getThreadInfo(ids[2]);
        check("waited", slept.getWaitedCount() >= 4 && slept.getWaitedTime() >= 60 && slept.getBlockedCount() == 0);
        for (Step each : new Step[] {AccountedThreads::sleep, AccountedThreads::waitInAMonitor}) {
            Thread pinned = start("pinned", () -> pinned(each));
            awaitEnd(pinned);
            slept = BEAN.getThreadInfo(pinned.getId());
            check("waited pinned", slept.getWaitedCount() >= 4 && slept.getWaitedTime() >= 60);
        }
        check("ended", knowsNobodyWhoHasEnded());
        for (int i = 4; i < all.length; i++) {
            ThreadInfo entered = BEAN.getThreadInfo(ids[i]);
            check("was blocked", entered.getBlockedCount() >= 1 && entered.getBlockedTime() >= 19);
        }
        check("grows", growsOnly(start("stepping", AccountedThreads::computeInSteps)));
        check("no fiber", BEAN.getThreadCpuTime(1) > 0 && BEAN.getThreadAllocatedBytes(1) > 0);
    }
}
