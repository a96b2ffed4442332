package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jdk.internal.weft.fiber.Fiber;
import org.junit.jupiter.api.Test;

class RunQueueTest {
    private final RunQueue queue = new RunQueue();

    private static Fiber fiber() {
        return new Fiber(new Thread());
    }

    @Test
    void whoIsToRunFirstDoesInTheOrderOfComing() {
        Fiber[] fibers = {fiber(), fiber(), fiber(), fiber()};
        assertTrue(queue.add(fibers[2]));
        assertTrue(queue.addFirst(fibers[0]));
        assertTrue(queue.add(fibers[3]));
        assertTrue(queue.addFirst(fibers[1]));
        assertEquals(4, queue.size());
        for (Fiber each : fibers) {
            assertSame(each, queue.poll());
        }
        assertNull(queue.poll());
        assertEquals(4, queue.taken());
    }

    @Test
    void whoKeepsComingFirstDoesNotKeepOutTheRest() {
        Fiber patient = fiber();
        Fiber impatient = fiber();
        queue.add(patient);
        for (int i = 0; i < RunQueue.MOST; i++) {
            queue.addFirst(impatient);
            assertSame(impatient, queue.poll());
        }
        queue.addFirst(impatient);
        assertSame(patient, queue.poll());
        assertSame(impatient, queue.poll());
        assertNull(queue.poll());
    }

    @Test
    void thievesTakeFromBothAndARenewalKeepsAll() {
        Fiber[] fibers = {fiber(), fiber()};
        queue.add(fibers[1]);
        queue.addFirst(fibers[0]);
        queue.renew();
        queue.renew();
        assertEquals(0, queue.taken());
        assertSame(fibers[0], queue.steal());
        assertSame(fibers[1], queue.steal());
        assertNull(queue.steal());
        assertEquals(2, queue.taken());
        assertEquals(0, queue.size());
    }
}
