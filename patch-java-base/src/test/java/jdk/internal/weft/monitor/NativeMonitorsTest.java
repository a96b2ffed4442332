package jdk.internal.weft.monitor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which monitors the VM may enter itself. */
class NativeMonitorsTest {
    private static class OfObjects {}

    private static final class Heir extends OfObjects {}

    private static final class OfItself {}

    @Test
    void thoseOfObjectsAreInheritedThoseOfClassesAreNot() {
        assertFalse(NativeMonitors.concerns(new Heir()));
        for (int i = 0; i < 2; i++) {
            NativeMonitors.add(OfObjects.class, true);
            NativeMonitors.add(OfItself.class, false);
        }
        assertTrue(NativeMonitors.concerns(new OfObjects()));
        assertTrue(NativeMonitors.concerns(new Heir()));
        assertFalse(NativeMonitors.concerns(OfObjects.class));
        assertTrue(NativeMonitors.concerns(OfItself.class));
        assertFalse(NativeMonitors.concerns(new OfItself()));
        assertFalse(NativeMonitors.concerns(new Object()));
    }
}
