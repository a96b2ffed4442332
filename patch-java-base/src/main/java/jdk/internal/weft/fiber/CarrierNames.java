package jdk.internal.weft.fiber;

import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.agent.Debugger;

/**
 * Shows in a carrier's name which thread it runs, with {@code -Dweft.carrierNames=on} or under a debugger: {@code
 * jstack}, debuggers and the kernel's own lists know carriers only. The name is the thread's as it was when it was
 * mounted.
 */
final class CarrierNames {
    /** A constant for the compilers, so that who has not asked for it pays nothing. */
    static final boolean ARE_SHOWN = "on".equals(VM.getSavedProperty("weft.carrierNames"))
            || VM.getSavedProperty("weft.carrierNames") == null && Debugger.isThere();

    private CarrierNames() {}

    /** The calling carrier has got that thread. */
    static void begins(Thread carrier, Thread thread) {
        try {
            JdkAccess.name(carrier, own(carrier) + " [" + thread.getName() + "]");
        } catch (OutOfMemoryError e) {
            // it has another one's name for a while
        }
    }

    /** And has none any more. */
    static void leaves(Thread carrier) {
        try {
            JdkAccess.name(carrier, own(carrier));
        } catch (OutOfMemoryError e) {
            // the next one replaces it
        }
    }

    private static String own(Thread carrier) {
        String name = JdkAccess.name(carrier);
        int bracket = name.indexOf(" [");
        return bracket < 0 ? name : name.substring(0, bracket);
    }
}
