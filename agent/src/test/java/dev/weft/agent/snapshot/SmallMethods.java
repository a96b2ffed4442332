package dev.weft.agent.snapshot;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;

/** Methods of which {@link SnapshotTest} keeps the generated code; each has one subject, which its name says. */
class SmallMethods {
    private final int size;
    private Object field;

    SmallMethods(Callable<Integer> source) throws Exception {
        size = source.call();
    }

    static void callOfVoid(Runnable run) {
        run.run();
    }

    static int resultOnTheStack(Callable<Integer> call) throws Exception {
        return 1 + call.call();
    }

    static Object tailCall(Callable<Object> call) throws Exception {
        return call.call();
    }

    static double wideLocals(long a, double b, Runnable run) {
        run.run();
        return a + b;
    }

    static float smallPrimitives(byte a, boolean b, char c, float d, Runnable run) {
        run.run();
        return b ? a + c : d;
    }

    static byte narrowResult(int value, Runnable run) {
        run.run();
        return (byte) value;
    }

    static String deadLocal(String text, Runnable run) {
        String dead = text + run;
        dead.length();
        run.run();
        return text;
    }

    static int loop(BlockingQueue<Integer> queue, int n) throws InterruptedException {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += queue.take();
        }
        return sum;
    }

    static int nestedLoops(Callable<Boolean> goesOn, Runnable run) throws Exception {
        int count = 0;
        while (goesOn.call()) {
            do {
                run.run();
                count++;
            } while (goesOn.call());
        }
        return count;
    }

    static int caught(Callable<Integer> call) {
        try {
            return call.call();
        } catch (Exception e) {
            return -1;
        }
    }

    static int cleanedUp(Callable<Integer> call, Runnable last) throws Exception {
        try {
            return call.call();
        } finally {
            last.run();
        }
    }

    static int held(Object lock, Callable<Integer> call) throws Exception {
        synchronized (lock) {
            return call.call();
        }
    }

    static int heldTwice(Object first, Object second, Callable<Integer> call) throws Exception {
        synchronized (first) {
            synchronized (second) {
                return call.call();
            }
        }
    }

    synchronized void synchronizedMethod(Runnable run) {
        run.run();
    }

    static synchronized Object synchronizedOfTheClass(Callable<Object> call) throws Exception {
        return call.call();
    }

    static Object newAroundACall(Callable<String> call) throws Exception {
        return new StringBuilder(call.call());
    }

    static Thread currentThread(Runnable run) {
        run.run();
        return Thread.currentThread();
    }

    static int choice(int which, Callable<Integer> call) throws Exception {
        switch (which) {
            case 0:
                return call.call();
            case 1:
                return -call.call();
            default:
                return which;
        }
    }

    Object receiver(Runnable run) {
        run.run();
        field = size;
        return this;
    }

    static long manyValues(long[] a, String b, Runnable run) {
        long c = a[0];
        long d = a[1];
        long e = a[2];
        long f = a[3];
        Object g = a.clone();
        Object h = b.trim();
        run.run();
        return c + d + e + f + g.hashCode() + h.hashCode() + a.length + b.length();
    }

    static int neverSuspends(int a) {
        return a * a;
    }
}
