package jdk.internal.weft.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import org.junit.jupiter.api.Test;

/** What one monitor's entry knows; the model check explores what happens when threads come at the same time. */
class EntryTest {
    private final Object monitor = new Object();
    private final Entry entry = new Entry(monitor, System.identityHashCode(monitor));

    /** A fiber that is told when it is woken. */
    private static final class Waiting {
        final Thread thread = new Thread();
        final Fiber fiber = mock(Fiber.class);

        Waiting() {
            Fibers.set(thread, fiber);
        }

        /** First or not. */
        boolean isWoken() {
            return !mockingDetails(fiber).getInvocations().isEmpty();
        }
    }

    private static Thread thread() {
        return new Waiting().thread;
    }

    private Waiter queued(Waiting who) {
        Waiter waiter = Waiter.entering(monitor, who.thread);
        entry.queue(waiter, false);
        return waiter;
    }

    private Waiter suspended(Waiting who) {
        Waiter waiter = Waiter.suspended(monitor, who.thread);
        entry.startWait(waiter);
        return waiter;
    }

    @Test
    void aDetachedMonitorAdmitsItsOwnerAlone() {
        Thread owner = thread();
        assertTrue(entry.isIdle());
        assertTrue(entry.admits(thread()));
        entry.detach(owner);
        entry.detach(owner);
        assertSame(owner, entry.owner());
        assertTrue(entry.pass(owner));
        assertFalse(entry.pass(thread()));
        synchronized (monitor) {
            entry.attach();
            assertSame(owner, entry.owner(), "one hold is left");
            entry.attach();
        }
        assertNull(entry.owner());
        assertTrue(entry.isIdle());
    }

    @Test
    void theFirstOfTheQueueIsHeirWhenTheOwnerLeaves() {
        Waiting first = new Waiting();
        Waiting second = new Waiting();
        entry.detach(thread());
        Waiter one = queued(first);
        Waiter two = queued(second);
        verifyNoInteractions(first.fiber, second.fiber);
        synchronized (monitor) {
            entry.attach();
        }
        verify(first.fiber).signal();
        verifyNoInteractions(second.fiber);
        assertTrue(one.granted());
        assertFalse(two.granted());
        assertTrue(entry.pass(first.thread), "its turn");
        assertTrue(two.granted());
        assertTrue(second.isWoken());
    }

    @Test
    void whoHasWaitedForLongBehindOthersIsToRunFirst() {
        Waiting first = new Waiting();
        Waiting second = new Waiting();
        entry.detach(thread());
        queued(first);
        queued(second);
        long start = System.nanoTime();
        while (System.nanoTime() - start < Waiter.LONG_NANOS) {
            Thread.onSpinWait();
        }
        synchronized (monitor) {
            entry.attach();
        }
        verify(first.fiber).signal();
        assertTrue(entry.pass(first.thread), "who was alone does not ask for the time");
        verify(second.fiber).signalFirst();
    }

    /** How often an heir is late before others make way for it. */
    private int rounds(Waiting heir, Thread looper) {
        entry.detach(looper);
        Waiter waiter = queued(heir);
        int rounds = 0;
        for (boolean isMade = false; !isMade; rounds++) {
            assertTrue(rounds < 100, "the heir is late for ever");
            synchronized (monitor) {
                entry.attach();
            }
            isMade = entry.makesWay(looper);
            if (!isMade) {
                assertTrue(entry.pass(looper));
                entry.detach(looper);
                assertFalse(entry.pass(heir.thread));
                entry.queue(waiter, entry.resign(heir.thread));
            }
        }
        return rounds;
    }

    @Test
    void othersMakeWayForAnHeirThatWasLateOften() {
        Waiting heir = new Waiting();
        Thread looper = thread();
        assertTrue(rounds(heir, looper) > 2);
        assertFalse(entry.makesWay(looper), "once");
        assertFalse(entry.makesWay(heir.thread), "not the heir itself");
        assertTrue(entry.pass(heir.thread));
        assertTrue(entry.isIdle());
        assertTrue(rounds(new Waiting(), looper) > 2, "its turn has come, and it is counted anew");
    }

    @Test
    void anHeirThatFindsAnotherOwnerQueuesInFront() {
        Waiting heir = new Waiting();
        Waiting other = new Waiting();
        entry.detach(thread());
        Waiter first = queued(heir);
        queued(other);
        synchronized (monitor) {
            entry.attach();
        }
        entry.detach(thread());
        assertFalse(entry.pass(heir.thread));
        boolean wasHeir = entry.resign(heir.thread);
        assertTrue(wasHeir);
        verify(heir.fiber).signal();
        entry.queue(first, wasHeir);
        assertFalse(first.granted(), "the turn is taken back");
        synchronized (monitor) {
            entry.attach();
        }
        assertTrue(first.granted(), "before the one that came later");
        verify(heir.fiber).signalFirst();
        verifyNoInteractions(other.fiber);
    }

    @Test
    void whoAbandonsItsTurnGivesItToTheNext() {
        Waiting first = new Waiting();
        Waiting second = new Waiting();
        entry.detach(thread());
        Waiter one = queued(first);
        Waiter two = queued(second);
        synchronized (monitor) {
            entry.attach();
        }
        entry.abandon(one);
        assertTrue(two.granted());
        entry.abandon(two);
        assertTrue(entry.isIdle());
    }

    @Test
    void aNotificationMovesTheOldestWaiterToTheEntryQueue() {
        Waiting first = new Waiting();
        Waiting second = new Waiting();
        Waiter one = suspended(first);
        Waiter two = suspended(second);
        assertTrue(entry.hasSuspendedWaiter());
        synchronized (monitor) {
            entry.notifyOne();
        }
        assertTrue(one.hasNotification());
        assertTrue(one.granted(), "nobody owns the monitor");
        assertTrue(two.isWaiting());
        assertTrue(entry.reacquire(one));
        synchronized (monitor) {
            entry.notifyEvery();
        }
        assertTrue(two.isNotified());
        assertFalse(two.hasNotification(), "it was not chosen alone");
        assertFalse(entry.hasSuspendedWaiter());
    }

    @Test
    void aNotificationIsNotLostOnOneWhoseTimeIsOver() {
        Waiter late = suspended(new Waiting());
        Waiter next = suspended(new Waiting());
        late.timeOut();
        synchronized (monitor) {
            entry.notifyOne();
        }
        assertFalse(late.isNotified());
        assertTrue(next.hasNotification());
    }

    @Test
    void aWaiterTakesBackTheHoldsThatItGaveUp() {
        Waiting waiting = new Waiting();
        entry.detach(waiting.thread);
        entry.detach(waiting.thread);
        Waiter waiter = Waiter.suspended(monitor, waiting.thread);
        waiter.saved = entry.release(waiting.thread);
        assertEquals(2, waiter.saved);
        assertNull(entry.owner());
        assertEquals(0, entry.release(thread()), "it holds nothing");
        entry.startWait(waiter);
        Thread other = thread();
        entry.detach(other);
        synchronized (monitor) {
            entry.notifyOne();
        }
        assertFalse(entry.reacquire(waiter), "another owns it: queued");
        synchronized (monitor) {
            entry.attach();
        }
        assertTrue(waiter.granted());
        assertTrue(entry.reacquire(waiter));
        assertSame(waiting.thread, entry.owner());
        assertEquals(2, entry.release(waiting.thread));
        assertTrue(entry.isIdle());
    }

    @Test
    void whoWaitsInTheVmKeepsTheEntryAndSeesBroadcasts() {
        RealWaiter real = new RealWaiter(monitor, thread(), 0);
        entry.residentComes();
        assertFalse(entry.isIdle());
        entry.lieDown(real);
        assertFalse(entry.hasSeenBroadcast(real));
        entry.monitorWaiterComes();
        synchronized (monitor) {
            entry.notifyOne();
        }
        assertTrue(real.hasNotification());
        assertTrue(entry.hasSeenBroadcast(real), "another stands there for the monitor: all are woken");
        entry.riseFrom(real);
        entry.monitorWaiterLeaves();
        entry.residentLeaves();
        assertTrue(entry.isIdle());
    }

    @Test
    void aRealWaiterThatWasInterruptedLeavesTheNotificationToTheNext() {
        RealWaiter real = mock(RealWaiter.class);
        entry.lieDown(real);
        Waiter next = suspended(new Waiting());
        synchronized (monitor) {
            entry.notifyOne();
        }
        assertTrue(next.hasNotification());
        assertTrue(real.isMonitorWaiter, "it may still stand in the wait set");
        entry.riseFrom(real);
        assertFalse(real.isMonitorWaiter);
    }
}
