package java.weft;

import jdk.internal.misc.VM;

/**
 * Chaos mode: twins woven for it ask here, on both sides of every call of a twin, whether to suspend. A program must
 * not be able to tell; what differs from the plain JDK's run is a defect of Weft, or a race of the program.
 *
 * <p>{@code -Dweft.chaos=seed[,rate]}: every rate-th question on the average (1 to 1,000,000; default 1, each) is
 * answered by yes. Then, by chance, the fiber goes to the end of the queue, or is resumed at once. With one carrier a
 * seed replays.
 */
public final class Chaos {
    private static final int RATE;
    private static final long SEED;

    static {
        String value = VM.getSavedProperty("weft.chaos");
        int comma = value == null ? -1 : value.indexOf(',');
        RATE = value == null ? 0 : comma < 0 ? 1 : Integer.parseInt(value.substring(comma + 1));
        SEED = value == null ? 0 : Long.parseLong(comma < 0 ? value : value.substring(0, comma));
    }

    private Chaos() {}

    /** Whether the program was woven for chaos mode and runs in it. */
    static boolean isOn() {
        return RATE != 0;
    }

    /** Suspends the mounted fiber, perhaps: then {@link CarrierContext#unwinding} is set on return. */
    public static void maybeSuspend(CarrierContext context) {
        if (RATE == 0) {
            return;
        }
        long x = context.chance == 0 ? SEED * 0x9E3779B97F4A7C15L + 1 : context.chance;
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
        context.chance = x;
        // a continuation of a platform thread has no fiber
        if (context.fiber != null && (RATE == 1 || (x >>> 8) % RATE == 0)) {
            context.fiber.suspendAnyhow(context, (x >>> 40 & 1) == 0);
        }
    }
}
