package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** The scheduler's queue on the plain JVM: order, growth, what it keeps alive, and a race of the owner with thieves. */
class StealQueueTest {
    /** What is tested: the queue itself, or one that is broken. */
    private interface Queue {
        boolean add(Object element);

        Object poll();

        Object steal();

        int size();
    }

    private static class Real implements Queue {
        final StealQueue<Object> queue = new StealQueue<>();

        @Override
        public boolean add(Object element) {
            return queue.add(element);
        }

        @Override
        public Object poll() {
            return queue.poll();
        }

        @Override
        public Object steal() {
            return queue.steal();
        }

        @Override
        public int size() {
            return queue.size();
        }
    }

    /** The same, but its ring stays short, and is renewed again and again. */
    private static final class Renewed extends Real {
        private int added;

        @Override
        public boolean add(Object element) {
            while (queue.size() > 48) {
                Thread.onSpinWait();
            }
            if (++added % 7 == 0) {
                queue.renew();
            }
            return super.add(element);
        }
    }

    /** Takes without a compare-and-set: two takers may get the same element. */
    private static final class Broken implements Queue {
        private final Object[] ring = new Object[1 << 20];
        private volatile int head;
        private volatile int tail;

        @Override
        public boolean add(Object element) {
            ring[tail & ring.length - 1] = element;
            tail = tail + 1;
            return true;
        }

        @Override
        public Object poll() {
            return steal();
        }

        @Override
        public Object steal() {
            int h = head;
            if (h >= tail) {
                return null;
            }
            Object taken = ring[h & ring.length - 1];
            head = h + 1;
            return taken;
        }

        @Override
        public int size() {
            return tail - head;
        }
    }

    @Test
    void theOldestComesFirstHoweverTheQueueGrows() {
        Queue queue = new Real();
        assertNull(queue.poll());
        int added = 0;
        int taken = 0;
        for (int round = 1; round <= 300; round++) {
            for (int i = 0; i < round; i++) {
                assertTrue(queue.add(added++));
            }
            for (int i = 0; i < round / 2; i++) {
                assertEquals(taken++, i % 2 == 0 ? queue.poll() : queue.steal());
            }
            assertEquals(added - taken, queue.size());
        }
        while (taken < added) {
            assertEquals(taken++, queue.poll());
        }
        assertNull(queue.steal());
        assertNull(queue.poll());
    }

    @Test
    void anEmptyQueueKeepsNothingAlive() {
        Queue queue = new Real();
        List<WeakReference<Object>> gone = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Object element = new Object();
            gone.add(new WeakReference<>(element));
            queue.add(element);
            Object taken = i % 3 == 0 ? queue.poll() : queue.steal();
            assertEquals(element, taken);
        }
        assertNull(queue.poll());
        awaitCleared(gone);
    }

    private static void awaitCleared(List<WeakReference<Object>> references) {
        long start = System.nanoTime();
        while (references.stream().anyMatch(each -> each.get() != null)) {
            assertTrue(System.nanoTime() - start < 20_000_000_000L, "something is kept");
            System.gc();
        }
    }

    @Test
    void whatIsAddedIsTakenOnceAndInOrderByEachTaker() throws InterruptedException {
        assertEquals("", race(new Real(), 400_000));
    }

    @Test
    void soItIsWhileTheRingIsRenewed() throws InterruptedException {
        assertEquals("", race(new Renewed(), 400_000));
    }

    @Test
    void aRingIsRenewedWhereverItsElementsLie() {
        StealQueue<Integer> queue = new StealQueue<>();
        int added = 0;
        int taken = 0;
        for (int round = 0; round < 1_000; round++) {
            int size = round % 64;
            while (added - taken < size) {
                queue.add(added++);
            }
            queue.renew();
            assertEquals(added - taken, queue.size());
            while (added - taken > size / 2) {
                assertEquals(taken++, queue.poll());
            }
        }
    }

    /** The race can find what it is to find. */
    @Test
    void theRaceFindsAQueueThatIsBroken() throws InterruptedException {
        String found = "";
        for (int i = 0; i < 50 && found.isEmpty(); i++) {
            found = race(new Broken(), 400_000);
        }
        assertTrue(found.contains("times"), found);
    }

    /** The owner adds and now and then polls, two thieves steal; what was wrong, or nothing. */
    private static String race(Queue queue, int count) throws InterruptedException {
        AtomicIntegerArray taken = new AtomicIntegerArray(count);
        AtomicBoolean done = new AtomicBoolean();
        List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());
        Thread[] thieves = new Thread[2];
        for (int i = 0; i < thieves.length; i++) {
            thieves[i] = new Thread(() -> {
                int last = -1;
                while (!done.get() || queue.size() > 0) {
                    last = note(queue.steal(), last, taken, wrong);
                }
            });
            thieves[i].start();
        }
        int last = -1;
        for (int i = 0; i < count; i++) {
            queue.add(i);
            if (i % 3 == 0) {
                last = note(queue.poll(), last, taken, wrong);
            }
        }
        done.set(true);
        for (Thread thief : thieves) {
            thief.join();
        }
        for (int i = 0; i < count; i++) {
            if (taken.get(i) != 1) {
                wrong.add(i + " was taken " + taken.get(i) + " times");
                break;
            }
        }
        return String.join("; ", wrong.subList(0, Math.min(3, wrong.size())));
    }

    private static int note(Object element, int last, AtomicIntegerArray taken, List<String> wrong) {
        if (element == null) {
            return last;
        }
        int value = (Integer) element;
        if (taken.incrementAndGet(value) != 1) {
            wrong.add(value + " was taken several times");
        }
        if (value <= last && wrong.size() < 100) {
            wrong.add(value + " came after " + last);
        }
        return value;
    }
}
