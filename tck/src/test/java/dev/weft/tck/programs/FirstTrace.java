package dev.weft.tck.programs;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** A thread that does nothing but read the stack trace of an exception, within a reflective call or an action. */
public final class FirstTrace {
    private FirstTrace() {}

    /** With an argument, within a privileged action. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(args.length == 0 ? FirstTrace::call : FirstTrace::act);
        thread.start();
        thread.join();
    }

    @SuppressWarnings("removal")
    private static void act() {
        AccessController.doPrivileged(new PrivilegedAction<Void>() {
            @Override
            public Void run() {
                fail();
                return null;
            }
        });
    }

    private static void call() {
        try {
            FirstTrace.class.getMethod("fail").invoke(null);
        } catch (ReflectiveOperationException e) {
            System.out.println(e);
        }
    }

    /** Called by reflection. */
    public static void fail() {
        print(new IllegalStateException("not suspended yet"));
        Thread.yield();
        print(new IllegalStateException("resumed"));
    }

    private static void print(Exception exception) {
        System.out.println(exception);
        for (StackTraceElement each : exception.getStackTrace()) {
            System.out.println(each);
        }
    }
}
