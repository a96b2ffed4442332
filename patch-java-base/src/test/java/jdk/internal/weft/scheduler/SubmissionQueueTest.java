package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.internal.weft.fiber.Fiber;
import org.junit.jupiter.api.Test;

class SubmissionQueueTest {
    private final SubmissionQueue queue = new SubmissionQueue();

    private static Fiber[] fibers(int count) {
        Fiber[] fibers = new Fiber[count];
        Arrays.setAll(fibers, i -> new Fiber(new Thread()));
        return fibers;
    }

    @Test
    void theFirstToComeIsTheFirstToGo() {
        assertNull(queue.poll());
        Fiber[] fibers = fibers(100);
        for (int i = 0; i < fibers.length; i++) {
            queue.add(fibers[i]);
            assertEquals(i + 1, queue.size());
        }
        for (Fiber each : fibers) {
            assertSame(each, queue.poll());
            assertNull(each.scheduling, "it may be in another queue now");
        }
        assertNull(queue.poll());
        assertEquals(0, queue.size());
    }

    @Test
    void aCarrierTakesSomeMoreInTheirOrder() {
        Fiber[] fibers = fibers(10);
        for (Fiber each : fibers) {
            queue.add(each);
        }
        StealQueue<Fiber> own = new StealQueue<>();
        assertSame(fibers[0], queue.poll(own, 4));
        assertEquals(4, own.size());
        assertEquals(5, queue.size());
        for (int i = 1; i < 5; i++) {
            assertSame(fibers[i], own.poll());
        }
        assertSame(fibers[5], queue.poll(own, 100));
        assertEquals(0, queue.size());
        assertEquals(4, own.size());
        assertNull(queue.poll(own, 1));
    }

    @Test
    void anEmptyQueueKeepsNothingAlive() {
        List<WeakReference<Fiber>> gone = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Fiber fiber = new Fiber(new Thread());
            gone.add(new WeakReference<>(fiber));
            queue.add(fiber);
        }
        while (queue.poll() != null) {
            // taken and forgotten
        }
        long start = System.nanoTime();
        while (gone.stream().anyMatch(each -> each.get() != null)) {
            assertTrue(System.nanoTime() - start < 20_000_000_000L, "something is kept");
            System.gc();
        }
        assertEquals(0, queue.size());
    }

    @Test
    void manyAddAndManyTakeAndNobodyIsLostOrTakenTwice() throws InterruptedException {
        Fiber[][] fibers = {fibers(20_000), fibers(20_000)};
        List<Set<Fiber>> taken = List.of(new HashSet<>(), new HashSet<>());
        List<Thread> threads = new ArrayList<>();
        int all = fibers[0].length * fibers.length;
        int[] left = {all};
        for (Fiber[] each : fibers) {
            threads.add(new Thread(() -> Arrays.stream(each).forEach(queue::add)));
        }
        for (Set<Fiber> each : taken) {
            threads.add(new Thread(() -> {
                StealQueue<Fiber> own = new StealQueue<>();
                for (boolean isOver = false; !isOver; ) {
                    int before = each.size();
                    for (Fiber fiber = queue.poll(own, 3); fiber != null; fiber = own.poll()) {
                        each.add(fiber);
                    }
                    synchronized (left) {
                        left[0] -= each.size() - before;
                        isOver = left[0] <= 0;
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        assertEquals(all, taken.get(0).size() + taken.get(1).size());
        assertTrue(taken.get(0).stream().noneMatch(taken.get(1)::contains));
        assertEquals(0, left[0], "each was taken once");
    }
}
