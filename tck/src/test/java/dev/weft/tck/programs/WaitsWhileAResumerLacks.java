package dev.weft.tck.programs;

import dev.weft.tck.Await;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A resumer finds no memory for as long as this wants it, though there is some: until then memory counts as out, so
 * that who waits pins, and is not saved with what the resumer needs. Prints one line.
 */
public final class WaitsWhileAResumerLacks {
    private static final int WAITS = 100;

    private static volatile boolean isWoken;
    private static volatile boolean fails = true;

    private WaitsWhileAResumerLacks() {}

    private static void park() {
        while (!isWoken) {
            LockSupport.park();
        }
    }

    private static boolean isOut(MethodHandle reserve) {
        try {
            return (boolean) reserve.invokeExact();
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** See the class. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        MethodHandle reserve = MethodHandles.lookup()
                .findStatic(Class.forName("java.weft.Reserve"), "isOut", MethodType.methodType(boolean.class));
        Field field = Class.forName("jdk.internal.weft.agent.LoadTimeWeaving").getDeclaredField("generators");
        field.setAccessible(true);
        Thread lacks = new Thread(WaitsWhileAResumerLacks::park);
        lacks.start();
        Await.state(lacks, Thread.State.WAITING);
        boolean before = isOut(reserve);
        CountDownLatch tries = new CountDownLatch(3);
        field.set(null, LinksWithoutMemory.proxy(field.get(null), () -> {
            tries.countDown();
            return fails;
        }));
        isWoken = true;
        LockSupport.unpark(lacks);
        tries.await();
        int out = 0;
        for (int i = 0; i < WAITS; i++) {
            out += isOut(reserve) ? 1 : 0;
            Thread waits = new Thread(() -> LockSupport.parkNanos(1_000_000));
            waits.start();
            waits.join();
        }
        fails = false;
        lacks.join();
        Await.that("memory is there again", () -> !isOut(reserve));
        System.out.println("before: " + before + ", out: " + out + " of " + WAITS);
    }
}
