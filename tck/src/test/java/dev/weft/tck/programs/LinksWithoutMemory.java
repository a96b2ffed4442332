package dev.weft.tck.programs;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What makes resumers fails as the JDK does where it links a lambda in a full heap, for the first two calls: the frame
 * stays, and is resumed by the third.
 */
public final class LinksWithoutMemory {
    private static final String GENERATORS = "jdk.internal.weft.agent.Generators";

    private static volatile boolean isWoken;

    private LinksWithoutMemory() {}

    private static int park() {
        try {
            while (!isWoken) {
                LockSupport.park();
            }
            return 7;
        } finally {
            System.out.println("finally");
        }
    }

    /** Generators that fail to make a resumer when told to. */
    static Object proxy(Object generators, BooleanSupplier fails) throws ClassNotFoundException {
        return Proxy.newProxyInstance(null, new Class<?>[] {Class.forName(GENERATORS)}, (self, method, arguments) -> {
            if (method.getName().equals("resumer") && fails.getAsBoolean()) {
                throw new InternalError(new OutOfMemoryError("thrown by the test"));
            }
            try {
                return method.invoke(generators, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    /** Prints what the method that waits has returned, and how many failures are left. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Field field = Class.forName("jdk.internal.weft.agent.LoadTimeWeaving").getDeclaredField("generators");
        field.setAccessible(true);
        AtomicInteger failures = new AtomicInteger(2);
        Thread thread = new Thread(() -> System.out.println("returned " + park()));
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        field.set(null, proxy(field.get(null), () -> failures.getAndDecrement() > 0));
        isWoken = true;
        LockSupport.unpark(thread);
        thread.join();
        System.out.println("failures left: " + Math.max(0, failures.get()));
    }
}
