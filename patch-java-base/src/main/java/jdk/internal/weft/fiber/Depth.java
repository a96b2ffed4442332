package jdk.internal.weft.fiber;

import java.weft.CarrierContext;
import java.weft.Frame;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;

/**
 * The limit for the heap frames of one fiber or continuation: a recursion that suspends at each level would else fill
 * the heap, where that of a plain thread overflows its stack. It is so high that no stack of the same size holds as
 * many frames.
 *
 * <p>Frames are not counted as they are made: every so many suspensions (at random, so that no pattern escapes) those
 * of the suspending fiber are.
 */
public final class Depth {
    /** Mean number of suspensions between two looks. */
    private static final int MEAN = 512;

    /** No frame of compiled code is smaller, in bytes of stack. */
    private static final int MIN_FRAME = 16;

    /** Some hundred kilobytes of heap frames, which few programs have without a recursion. */
    private static final int MUCH = 10_000;

    private static final long MIN_STACK = 1 << 18;
    private static final long DEFAULT_STACK = stackOfArguments();

    private Depth() {}

    /** True if the fiber or continuation, which has just unwound, has too many frames; says so now and then only. */
    public static boolean isExceeded(CarrierContext c, Frame top, Thread thread) {
        return --c.untilLook < 0 && look(c, top, thread);
    }

    private static boolean look(CarrierContext c, Frame top, Thread thread) {
        c.untilLook = (int) (System.nanoTime() % MEAN) + MEAN / 2;
        long wanted = JdkAccess.stackSize(thread);
        long stack = wanted > 0 ? Math.max(wanted, MIN_STACK) : DEFAULT_STACK;
        long left = stack / MIN_FRAME;
        for (Frame f = top; f != null; f = f.next) {
            if (--left < 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether these heap frames, innermost first, are so many that they may be what fills the heap. */
    static boolean isMuch(Frame innermost) {
        int depth = 0;
        for (Frame f = innermost; f != null; f = f.next) {
            if (++depth == MUCH) {
                return true;
            }
        }
        return false;
    }

    /**
     * Bytes of a carrier's stack: some four times those of a thread, as frames of twins are larger than those of plain
     * methods, of those that C1 compiles by three. What is not used takes no memory, unless the kernel has huge pages
     * for it: so no multiple of theirs.
     */
    public static long ofCarriers() {
        return 4 * DEFAULT_STACK - MIN_STACK / 4;
    }

    /** Whether the thread's constructor was given a stack on which it might recurse deeper than on a carrier's. */
    public static boolean isBeyondCarriers(Thread thread) {
        return JdkAccess.stackSize(thread) > DEFAULT_STACK;
    }

    /** What {@code -Xss} or {@code -XX:ThreadStackSize} say, in bytes; 1 MiB without. */
    private static long stackOfArguments() {
        long bytes = 1 << 20;
        String[] arguments = VM.getRuntimeArguments();
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            String each = arguments[i];
            if (each.startsWith("-Xss")) {
                bytes = parse(each.substring("-Xss".length()), 1, bytes);
            } else if (each.startsWith("-XX:ThreadStackSize=")) {
                bytes = parse(each.substring("-XX:ThreadStackSize=".length()), 1024, bytes);
            }
        }
        return Math.max(bytes, MIN_STACK);
    }

    /** The value of an option that the VM has accepted. */
    private static long parse(String text, long unit, long otherwise) {
        int end = text.length();
        int power = end == 0 ? -1 : "kmgt".indexOf(Character.toLowerCase(text.charAt(end - 1)));
        try {
            long number = Long.decode(power < 0 ? text : text.substring(0, end - 1));
            long bytes = number * unit << 10 * (power + 1);
            return bytes > 0 ? bytes : otherwise;
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
