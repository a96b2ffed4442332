package dev.weft.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Many threads that do to each other what threads can do: they park and unpark, join, interrupt, wait and notify, lock,
 * hand over, sleep, throw, and end; each that ends is replaced by another one until the time is over. What must come of
 * it: every thread ends, every exception reaches its handler, no sum is wrong. Takes the number of threads that live at
 * the same time, the seconds, and a seed, and perhaps "broken": then sums must be wrong, as monitors are not shared.
 * Prints the seed first, so that a run can be repeated as far as a race can be.
 *
 * <p>A thread that waits for ever where it should not is reported, with its stack trace, and makes the exit code 3; a
 * wrong sum makes it 4. All well: 0, although daemons are still blocked then.
 *
 * <p>The class stays whole because what its threads do to each other shares one set of monitors, locks, queues and
 * sums.
 */
public final class MemberStress {
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final AtomicReferenceArray<Member> members;
    private final Object[] monitors = new Object[64];
    private final int[] guarded = new int[monitors.length];
    private final ReentrantLock[] locks = new ReentrantLock[64];
    private final int[] locked = new int[locks.length];
    private final List<BlockingQueue<Long>> queues = new ArrayList<>();
    private final AtomicLong monitorSteps = new AtomicLong();
    private final AtomicLong lockSteps = new AtomicLong();
    private final AtomicLong put = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong thrown = new AtomicLong();
    private final AtomicLong caught = new AtomicLong();
    private final AtomicLong unexpected = new AtomicLong();
    private final long seed;
    private final boolean isBroken;
    private volatile boolean over;

    private MemberStress(int count, long seed, boolean isBroken) {
        this.seed = seed;
        this.isBroken = isBroken;
        members = new AtomicReferenceArray<>(count);
        for (int i = 0; i < monitors.length; i++) {
            monitors[i] = new Object();
            locks[i] = new ReentrantLock(i % 2 == 0);
        }
        for (int i = 0; i < 16; i++) {
            queues.add(new ArrayBlockingQueue<>(8));
        }
    }

    /** What a thread throws on purpose. */
    private static final class Meant extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** One of the threads. */
    private final class Member extends Thread {
        private final int slot;
        private final Random random;
        private volatile long turns;

        Member(int slot, long number) {
            this.slot = slot;
            random = new Random(seed + number);
            setDaemon(random.nextInt(4) == 0);
            setUncaughtExceptionHandler((thread, e) -> {
                if (e instanceof Meant) {
                    caught.incrementAndGet();
                } else {
                    unexpected.incrementAndGet();
                    e.printStackTrace();
                }
                // a handler may block, and throw, as well
                LockSupport.parkNanos(1);
                if (slot == 0) {
                    throw new Meant();
                }
            });
        }

        @Override
        public void run() {
            try {
                int life = 1 + random.nextInt(40);
                while (turns < life && !over) {
                    turns++;
                    act(this, random);
                }
                if (random.nextInt(8) == 0) {
                    thrown.incrementAndGet();
                    throw new Meant();
                }
            } finally {
                ended.incrementAndGet();
                if (!over) {
                    put(slot);
                }
            }
        }
    }

    private void put(int slot) {
        Member next = new Member(slot, started.incrementAndGet());
        members.set(slot, next);
        next.start();
    }

    private Member any(Random random) {
        return members.get(random.nextInt(members.length()));
    }

    private void act(Member self, Random random) {
        try {
            switch (random.nextInt(12)) {
                case 0 -> LockSupport.parkNanos(random.nextInt(2_000_000));
                case 1 -> wake(any(random));
                case 2 -> joinFor(any(random), self, random);
                case 3 -> any(random).interrupt();
                case 4 -> inMonitor(random);
                case 5 -> waitInMonitor(random);
                case 6 -> inLock(random);
                case 7 -> exchange(random);
                case 8 -> Thread.sleep(random.nextInt(3));
                case 9 -> Thread.yield();
                case 10 -> pinned(random);
                default -> compute(random);
            }
        } catch (InterruptedException e) {
            // somebody's case 3
        }
    }

    private static void wake(Thread thread) {
        LockSupport.unpark(thread);
    }

    private static void joinFor(Member other, Member self, Random random) throws InterruptedException {
        if (other != self) {
            other.join(1 + random.nextInt(3));
        }
    }

    private void inMonitor(Random random) {
        int i = random.nextInt(monitors.length);
        synchronized (isBroken ? new Object() : monitors[i]) {
            int before = guarded[i];
            if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(random.nextInt(100_000));
            }
            guarded[i] = before + 1;
        }
        monitorSteps.incrementAndGet();
    }

    private void waitInMonitor(Random random) throws InterruptedException {
        int i = random.nextInt(monitors.length);
        synchronized (monitors[i]) {
            switch (random.nextInt(3)) {
                case 0 -> monitors[i].notify();
                case 1 -> monitors[i].notifyAll();
                default -> monitors[i].wait(1 + random.nextInt(3));
            }
        }
    }

    private void inLock(Random random) throws InterruptedException {
        int i = random.nextInt(locks.length);
        locks[i].lockInterruptibly();
        try {
            int before = locked[i];
            if (random.nextInt(4) == 0) {
                Thread.yield();
            }
            locked[i] = before + 1;
            lockSteps.incrementAndGet();
        } finally {
            locks[i].unlock();
        }
    }

    private void exchange(Random random) throws InterruptedException {
        BlockingQueue<Long> queue = queues.get(random.nextInt(queues.size()));
        if (random.nextBoolean()) {
            long value = random.nextInt(100);
            if (queue.offer(value, random.nextInt(3), TimeUnit.MILLISECONDS)) {
                put.addAndGet(value);
            }
        } else {
            Long value = queue.poll(random.nextInt(3), TimeUnit.MILLISECONDS);
            if (value != null) {
                taken.addAndGet(value);
            }
        }
    }

    /** Nobody can suspend below {@code toString}. */
    private static void pinned(Random random) {
        long nanos = random.nextInt(50) == 0 ? random.nextInt(200_000) : 0;
        String text = ""
                + new Object() {
                    @Override
                    public String toString() {
                        if (nanos > 0) {
                            LockSupport.parkNanos(nanos);
                        }
                        return "pinned";
                    }
                };
        if (text.isEmpty()) {
            throw new AssertionError(text);
        }
    }

    private static void compute(Random random) {
        long x = random.nextLong();
        for (int i = random.nextInt(2_000); i > 0; i--) {
            x = x * 6364136223846793005L + 1;
        }
        ThreadLocal<Long> local =
                ThreadLocal.withInitial(() -> ThreadLocalRandom.current().nextLong());
        if (x == local.get()) {
            throw new AssertionError("a chance of 2^-64");
        }
    }

    // ------------------------------------------------------------------------------------------- the whole

    private int run(int seconds) throws InterruptedException {
        for (int i = 0; i < members.length(); i++) {
            Member member = new Member(i, started.incrementAndGet());
            members.set(i, member);
        }
        for (int i = 0; i < members.length(); i++) {
            members.get(i).start();
        }
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            Thread daemon = new Thread(() -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new AssertionError("nobody interrupts this one", e);
                }
            });
            daemon.setDaemon(true);
            daemon.start();
        }
        Thread.sleep(seconds * 1_000L);
        over = true;
        int code = awaitAll();
        if (code == 0) {
            code = check();
        }
        System.out.println("threads: " + started + ", exceptions: " + thrown + ", exit: " + code);
        return code;
    }

    /** Each thread in its slot is the last one there, or about to put the last one. */
    private int awaitAll() throws InterruptedException {
        long start = System.nanoTime();
        while (ended.get() < started.get() || !noneIsAlive()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                report();
                return 3;
            }
            Thread.sleep(10);
        }
        return 0;
    }

    private boolean noneIsAlive() {
        for (int i = 0; i < members.length(); i++) {
            if (members.get(i).isAlive()) {
                return false;
            }
        }
        return true;
    }

    private void report() {
        int shown = 0;
        for (int i = 0; i < members.length() && shown < 5; i++) {
            Member member = members.get(i);
            if (member.isAlive()) {
                shown++;
                System.out.println(member.getName() + " is still " + member.getState() + " after turn " + member.turns);
                for (StackTraceElement each : member.getStackTrace()) {
                    System.out.println("\tat " + each);
                }
            }
        }
        System.out.println("ended " + ended + " of " + started);
    }

    private int check() {
        long left = 0;
        for (BlockingQueue<Long> queue : queues) {
            for (Long value : queue) {
                left += value;
            }
        }
        long inMonitors = 0;
        long inLocks = 0;
        for (int i = 0; i < monitors.length; i++) {
            synchronized (monitors[i]) {
                inMonitors += guarded[i];
            }
            inLocks += locked[i];
        }
        boolean isRight = put.get() == taken.get() + left
                && inMonitors == monitorSteps.get()
                && inLocks == lockSteps.get()
                && thrown.get() == caught.get()
                && unexpected.get() == 0;
        if (!isRight) {
            System.out.println("put " + put + ", taken " + taken + ", left " + left + "; in monitors " + inMonitors
                    + " of "
                    + monitorSteps + "; in locks " + inLocks + " of " + lockSteps + "; thrown " + thrown + ", caught "
                    + caught + ", unexpected " + unexpected);
        }
        return isRight ? 0 : 4;
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        int seconds = Integer.parseInt(args[1]);
        long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
        System.out.println("seed: " + seed);
        boolean isBroken = args.length > 3 && args[3].equals("broken");
        System.exit(new MemberStress(count, seed, isBroken).run(seconds));
    }
}
