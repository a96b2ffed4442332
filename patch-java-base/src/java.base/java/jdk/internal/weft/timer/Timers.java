package jdk.internal.weft.timer;

import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fiber;

/**
 * Timed wake-ups of fibers, in one platform thread. Waking may be late by what the operating system adds, never early.
 *
 * <p>A heap of four children per node, in an array; each timer knows its place, so that cancelling needs no search. The thread
 * allocates nothing: when memory is out it goes on. Thread-safe.
 */
public final class Timers implements Runnable {
    private static final long MAX_NANOS = Long.MAX_VALUE / 2;

    private static final SpinLock LOCK = new SpinLock();

    /** The heap, guarded by the lock. */
    private static Timer[] heap = new Timer[64];

    private static int size;

    private static final Thread THREAD = SystemThread.make(new Timers(), "weft-timer");

    static {
        THREAD.start();
    }

    private Timers() {}

    /** A wake-up that can be cancelled. */
    public static final class Timer {
        private final Fiber fiber;
        private final long deadline;

        /** Place in the heap, or -1; guarded by the lock. */
        private int place;

        Timer(Fiber fiber, long deadline) {
            this.fiber = fiber;
            this.deadline = deadline;
        }

        /** Does nothing if the time is over already. */
        public void cancel() {
            LOCK.lock();
            if (place >= 0) {
                remove(place);
            }
            LOCK.unlock();
        }
    }

    /**
     * Unparks the fiber after so many nanoseconds (positive). The caller must have unmounted any fiber.
     *
     * @throws OutOfMemoryError if there is no memory for it; then nothing has happened
     */
    public static Timer schedule(Fiber fiber, long nanos) {
        Timer timer = new Timer(fiber, System.nanoTime() + Math.min(nanos, MAX_NANOS));
        boolean isFirst;
        LOCK.lock();
        try {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            rise(timer, size++);
            isFirst = timer.place == 0;
        } finally {
            LOCK.unlock();
        }
        if (isFirst) {
            Unsafe.getUnsafe().unpark(THREAD);
        }
        return timer;
    }

    @Override
    public void run() {
        for (; ; ) {
            Timer due = null;
            long left = 0;
            LOCK.lock();
            if (size > 0) {
                left = heap[0].deadline - System.nanoTime();
                if (left <= 0) {
                    due = heap[0];
                    remove(0);
                }
            }
            LOCK.unlock();
            if (due != null) {
                due.fiber.timeIsOver();
            } else {
                // for ever, if there is no timer; a new first one ends this
                Unsafe.getUnsafe().park(false, left);
            }
        }
    }

    // ------------------------------------------------------------------------------------------- the heap

    private static void remove(int place) {
        heap[place].place = -1;
        Timer last = heap[--size];
        heap[size] = null;
        if (place < size) {
            sink(last, place);
            if (last.place == place) {
                rise(last, place);
            }
        }
    }

    /** Puts a timer to a free place, or above. */
    private static void rise(Timer timer, int place) {
        int at = place;
        while (at > 0) {
            int above = at - 1 >> 2;
            if (timer.deadline - heap[above].deadline >= 0) {
                break;
            }
            put(heap[above], at);
            at = above;
        }
        put(timer, at);
    }

    /** Puts a timer to a free place, or below. */
    private static void sink(Timer timer, int place) {
        int at = place;
        for (; ; ) {
            int first = 4 * at + 1;
            int least = -1;
            for (int i = first; i < Math.min(first + 4, size); i++) {
                if (least < 0 || heap[i].deadline - heap[least].deadline < 0) {
                    least = i;
                }
            }
            if (least < 0 || timer.deadline - heap[least].deadline <= 0) {
                put(timer, at);
                return;
            }
            put(heap[least], at);
            at = least;
        }
    }

    private static void put(Timer timer, int place) {
        heap[place] = timer;
        timer.place = place;
    }
}
