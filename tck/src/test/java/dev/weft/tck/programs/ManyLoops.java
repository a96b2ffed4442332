package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that park over and over, in loops, below other methods, in monitors and in {@code finally} blocks, while
 * others fill the heap with garbage. Each has to find its locals as it left them: what it computes from them is
 * compared with what the same code gives where nothing parks. Arguments: number of threads, rounds, seed.
 */
public final class ManyLoops {
    private static volatile int round;
    private static volatile Object garbage;

    private static final AtomicInteger DONE = new AtomicInteger();

    private final int number;
    private final long seed;
    private final boolean isReal;
    private final Object lock = new Object();
    private final Object[] objects = {new Object(), "text", this};
    private int now;
    private long sum;

    private ManyLoops(int number, long seed, boolean isReal) {
        this.number = number;
        this.seed = seed;
        this.isReal = isReal;
    }

    /** Prints how many threads were right. */
    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        long seed = Long.parseLong(args[2]);
        ManyLoops[] loops = new ManyLoops[threads];
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            ManyLoops loop = new ManyLoops(i, seed, true);
            loops[i] = loop;
            all[i] = new Thread(() -> loop.run(rounds));
            all[i].start();
        }
        for (int i = 1; i <= rounds; i++) {
            for (int k = 0; k < 512; k++) {
                garbage = new byte[1 << 15];
            }
            while (DONE.get() != threads * (i - 1)) {
                Thread.yield();
            }
            round = i;
            for (Thread thread : all) {
                LockSupport.unpark(thread);
            }
        }
        int right = 0;
        for (int i = 0; i < threads; i++) {
            all[i].join();
            ManyLoops model = new ManyLoops(i, seed, false);
            model.run(rounds);
            right += model.sum == loops[i].sum ? 1 : 0;
        }
        System.out.println(right + " threads are right");
    }

    private void run(int rounds) {
        int small = number;
        double real = seed;
        Object same = objects[0];
        Object other = objects[1];
        while (now < rounds) {
            switch ((int) ((seed + number * 31L + now / 3) % 6)) {
                case 0 -> await();
                case 1 -> small += below(1 + now % 7, small, other);
                case 2 -> {
                    await();
                    small++;
                    if (now < rounds) {
                        await();
                    }
                }
                case 3 -> small += caught(small);
                case 4 -> {
                    synchronized (lock) {
                        await();
                        small ^= 5;
                    }
                }
                default -> small += twice(small, rounds);
            }
            real += small * 0.5;
            other = objects[(now + number) % 3];
            sum = sum * 31 + small + Double.doubleToLongBits(real) + place(same) + 7L * place(other);
        }
    }

    private int place(Object object) {
        for (int i = 0; i < objects.length; i++) {
            if (objects[i] == object) {
                return i;
            }
        }
        throw new IllegalStateException("an object that was never there");
    }

    /** One round more. */
    private void await() {
        now++;
        if (!isReal) {
            return;
        }
        while (round < now) {
            LockSupport.park();
        }
        DONE.incrementAndGet();
    }

    private int below(int depth, long value, Object live) {
        if (depth == 0) {
            await();
            return now;
        }
        return below(depth - 1, value * 3 + depth, depth % 2 == 0 ? live : this)
                + (int) (value % 17)
                + (live == this ? 1 : 2);
    }

    private int caught(int value) {
        int result = value;
        try {
            result += thrown(value);
        } catch (IllegalStateException e) {
            result -= Integer.parseInt(e.getMessage());
        } finally {
            result ^= now;
        }
        return result % 1000;
    }

    private int thrown(int value) {
        try {
            await();
        } finally {
            if (value % 2 == 0) {
                throw new IllegalStateException(String.valueOf(value % 100));
            }
        }
        return value % 100;
    }

    /** The same suspension point with other references and other numbers each time. */
    private int twice(int value, int rounds) {
        Object moving = objects[value & 1];
        float part = value;
        for (int i = 0; i < 2 && now < rounds; i++) {
            below(i, value, moving);
            part += place(moving);
            moving = objects[1 + i];
        }
        return (int) part % 50;
    }
}
