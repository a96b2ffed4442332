package dev.weft.tck.programs;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * Prints the methods that the JDK's internal walk with values sees, below one that was suspended. Needs
 * {@code java.lang} to be open.
 */
public final class LiveFrames {
    private LiveFrames() {}

    /** Walks in a thread. */
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> print(latch));
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        latch.countDown();
        thread.join();
    }

    private static void print(CountDownLatch latch) {
        try {
            System.out.println(walk(latch));
        } catch (ReflectiveOperationException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String walk(CountDownLatch latch) throws ReflectiveOperationException, InterruptedException {
        latch.await();
        Class<?> live = Class.forName("java.lang.LiveStackFrame");
        Method walker = live.getMethod("getStackWalker", Set.class);
        walker.setAccessible(true);
        Method locals = live.getMethod("getLocals");
        locals.setAccessible(true);
        return ((StackWalker) walker.invoke(null, Set.of()))
                .walk(frames -> frames.map(frame -> describe(frame, locals)).collect(Collectors.joining(" ")));
    }

    private static String describe(StackFrame frame, Method locals) {
        try {
            return frame.getMethodName() + (locals.invoke(frame) == null ? " has no locals" : "");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
