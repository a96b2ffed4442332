package jdk.internal.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The hash in the mark word against {@code System.identityHashCode}, in each state that a locked object can be in. */
class MarkWordTest {
    @Test
    void anObjectWithoutAHashHasNone() {
        Object lock = new Object();
        assertEquals(0, MarkWord.hashOfHeld(lock));
        synchronized (lock) {
            assertEquals(0, MarkWord.hashOfHeld(lock));
            synchronized (lock) {
                assertEquals(0, MarkWord.hashOfHeld(lock));
            }
        }
        // the control: had it one unseen, this would be it
        assertTrue(System.identityHashCode(lock) != 0);
        assertEquals(System.identityHashCode(lock), MarkWord.hashOfHeld(lock));
    }

    @Test
    void whatWasJustMadeHasNotAged() {
        assertFalse(MarkWord.hasAged(new int[1]));
        Object old = new Object();
        int hash = System.identityHashCode(old);
        Object[] garbage = new Object[1];
        for (int i = 0; i < 1_000_000 && !MarkWord.hasAged(old); i++) {
            garbage[0] = new byte[1 << 14];
        }
        assertTrue(MarkWord.hasAged(old));
        assertEquals(hash, MarkWord.hashOfHeld(old));
    }

    @Test
    void theHashOfALockedObjectIsItsIdentityHash() {
        for (Object lock : new Object[] {new Object(), new int[3], "text".repeat(2), MarkWordTest.class}) {
            int hash = System.identityHashCode(lock);
            synchronized (lock) {
                assertEquals(hash, MarkWord.hashOfHeld(lock));
                synchronized (lock) {
                    assertEquals(hash, MarkWord.hashOfHeld(lock));
                    System.gc();
                    assertEquals(hash, MarkWord.hashOfHeld(lock));
                }
            }
        }
    }

    @Test
    void theHashIsFoundInAnInflatedMonitorToo() throws InterruptedException {
        Object hashedBefore = new Object();
        Object hashedInside = new Object();
        Object never = new Object();
        int hash = System.identityHashCode(hashedBefore);
        for (Object lock : new Object[] {hashedBefore, hashedInside, never}) {
            synchronized (lock) {
                // waiting inflates
                lock.wait(1);
                if (lock == hashedInside) {
                    hash = System.identityHashCode(lock);
                }
                assertEquals(lock == never ? 0 : hash, MarkWord.hashOfHeld(lock));
            }
        }
    }

    @Test
    void otherVirtualMachinesAreNotAsked() {
        assertTrue(MarkWord.isKnown("17", "OpenJDK 64-Bit Server VM", 8));
        assertTrue(MarkWord.isKnown("17", "Java HotSpot(TM) 64-Bit Server VM", 8));
        assertFalse(MarkWord.isKnown("21", "OpenJDK 64-Bit Server VM", 8));
        assertFalse(MarkWord.isKnown("17", "OpenJDK Server VM", 4));
        assertFalse(MarkWord.isKnown("17", "Eclipse OpenJ9 VM", 8));
        assertFalse(MarkWord.isKnown("17", null, 8));
    }
}
