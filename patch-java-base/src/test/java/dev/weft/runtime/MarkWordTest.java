package dev.weft.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The hash in the mark word against {@code System.identityHashCode}, in each state that a locked object can be in. */
class MarkWordTest {
    private URLClassLoader loader;
    private Method hashOfHeld;
    private Method isKnown;
    private Method hasAged;

    @BeforeEach
    void load() throws Exception {
        URL classes = Path.of("target/classes").toUri().toURL();
        loader = new URLClassLoader(new URL[] {classes}, null);
        Class<?> type = loader.loadClass("jdk.internal.weft.MarkWord");
        hashOfHeld = type.getDeclaredMethod("hashOfHeld", Object.class);
        hashOfHeld.setAccessible(true);
        isKnown = type.getDeclaredMethod("isKnown", String.class, String.class, int.class);
        isKnown.setAccessible(true);
        hasAged = type.getDeclaredMethod("hasAged", Object.class);
    }

    @AfterEach
    void close() throws Exception {
        loader.close();
    }

    private int hashOf(Object held) throws Exception {
        return (Integer) hashOfHeld.invoke(null, held);
    }

    @Test
    void anObjectWithoutAHashHasNone() throws Exception {
        Object lock = new Object();
        assertEquals(0, hashOf(lock));
        synchronized (lock) {
            assertEquals(0, hashOf(lock));
            synchronized (lock) {
                assertEquals(0, hashOf(lock));
            }
        }
        // the control: had it one unseen, this would be it
        assertTrue(System.identityHashCode(lock) != 0);
        assertEquals(System.identityHashCode(lock), hashOf(lock));
    }

    @Test
    void whatWasJustMadeHasNotAged() throws Exception {
        assertEquals(false, hasAged.invoke(null, new int[1]));
        Object old = new Object();
        int hash = System.identityHashCode(old);
        Object[] garbage = new Object[1];
        for (int i = 0; i < 1_000_000 && !(Boolean) hasAged.invoke(null, old); i++) {
            garbage[0] = new byte[1 << 14];
        }
        assertEquals(true, hasAged.invoke(null, old));
        assertEquals(hash, hashOf(old));
    }

    @Test
    void theHashOfALockedObjectIsItsIdentityHash() throws Exception {
        for (Object lock : new Object[] {new Object(), new int[3], "text".repeat(2), MarkWordTest.class}) {
            int hash = System.identityHashCode(lock);
            synchronized (lock) {
                assertEquals(hash, hashOf(lock));
                synchronized (lock) {
                    assertEquals(hash, hashOf(lock));
                    System.gc();
                    assertEquals(hash, hashOf(lock));
                }
            }
        }
    }

    @Test
    void theHashIsFoundInAnInflatedMonitorToo() throws Exception {
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
                assertEquals(lock == never ? 0 : hash, hashOf(lock));
            }
        }
    }

    @Test
    void otherVirtualMachinesAreNotAsked() throws Exception {
        assertTrue(knows("17", "OpenJDK 64-Bit Server VM", 8));
        assertTrue(knows("17", "Java HotSpot(TM) 64-Bit Server VM", 8));
        assertFalse(knows("21", "OpenJDK 64-Bit Server VM", 8));
        assertFalse(knows("17", "OpenJDK Server VM", 4));
        assertFalse(knows("17", "Eclipse OpenJ9 VM", 8));
        assertFalse(knows("17", null, 8));
    }

    private boolean knows(String release, String vm, int addressSize) throws Exception {
        return (Boolean) isKnown.invoke(null, release, vm, addressSize);
    }
}
