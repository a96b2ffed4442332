package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * A thread waits below a handle that catches exceptions, in a full heap; later it throws one, in a full heap: what the
 * handle is to do for it needs no memory on the plain JDK. The first argument tells which exceptions it catches ({@code
 * some}, {@code all}), the second one when the heap is full ({@code waits}, {@code throws}). With {@code reflection} it
 * is {@code Method.invoke} that waits, and what is caught is not counted.
 */
public final class CatchesInAFullHeap {
    private static final IllegalStateException MADE = new IllegalStateException("made before");

    private static final int CALLS = 6;

    private static String when = "never";
    private static int left;
    private static int caught;

    private CatchesInAFullHeap() {}

    /** Many numbers, each of which is an object where there is an array of them. */
    private static long waits(long a, long b, long c, long d, long e, double f, double g, double h, Object i, int j) {
        try {
            fill("waits");
            Suspend.with(0);
            FullHeap.filled = null;
            if (j < 0) {
                fill("throws");
                throw MADE;
            }
            return a + b + c + d + e + (long) (f + g + h) + j;
        } finally {
            left++;
        }
    }

    private static long recover(
            Throwable t, long a, long b, long c, long d, long e, double f, double g, double h, Object i, int j) {
        FullHeap.filled = null;
        if (t == MADE) {
            caught++;
        }
        return j;
    }

    private static double waitsForFraction() {
        try {
            fill("waits");
            Suspend.with(0);
            FullHeap.filled = null;
            return 0.5;
        } finally {
            left++;
        }
    }

    private static void fill(String now) {
        if (now.equals(when)) {
            FullHeap.fill();
        }
    }

    /** Prints what has become of six calls. */
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(args[0].equals("reflection") ? () -> invokeAll(args[1]) : calls(args));
        thread.start();
        thread.join();
        FullHeap.filled = null;
        System.out.println("left " + left + ", caught " + caught);
    }

    private static Runnable calls(String[] args) throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(
                long.class,
                long.class,
                long.class,
                long.class,
                long.class,
                long.class,
                double.class,
                double.class,
                double.class,
                Object.class,
                int.class);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle waits = lookup.findStatic(CatchesInAFullHeap.class, "waits", type);
        MethodHandle recover =
                lookup.findStatic(CatchesInAFullHeap.class, "recover", type.insertParameterTypes(0, Throwable.class));
        Class<? extends Throwable> which = args[0].equals("all") ? Throwable.class : IllegalStateException.class;
        MethodHandle handle = MethodHandles.catchException(
                waits, which, recover.asType(recover.type().changeParameterType(0, which)));
        return () -> callAll(handle, args[1]);
    }

    private static void invokeAll(String full) {
        try {
            Method method = CatchesInAFullHeap.class.getDeclaredMethod("waitsForFraction");
            for (int i = 0; i < CALLS; i++) {
                Object result = method.invoke(null);
                if (!result.equals(0.5)) {
                    System.out.println("wrong: " + result);
                }
                settle(i, full);
            }
        } catch (ReflectiveOperationException | InterruptedException e) {
            FullHeap.filled = null;
            System.out.println(e + " " + e.getCause());
        }
    }

    /** The first two times make what is made once; then the runtime makes again what a full heap has cost it. */
    private static void settle(int call, String full) throws ReflectiveOperationException, InterruptedException {
        if (call >= 1) {
            System.gc();
            FullHeap.awaitReserve();
            when = full;
        }
    }

    private static void callAll(MethodHandle handle, String full) {
        try {
            Object text = "text";
            for (int i = 0; i < CALLS; i++) {
                int sign = i % 2 == 0 ? 1 : -1;
                int last = sign * 300;
                long result = (long) handle.invokeExact(1L << 40, 2L << 40, 3L, 4L, 5L, 6.0, 7.0, 8.0, text, last);
                long expected = sign < 0 ? -300 : (3L << 40) + 333;
                if (result != expected) {
                    System.out.println("wrong: " + result);
                }
                settle(i, full);
            }
        } catch (Throwable t) {
            FullHeap.filled = null;
            System.out.println(t);
        }
    }
}
