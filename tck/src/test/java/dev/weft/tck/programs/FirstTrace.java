package dev.weft.tck.programs;

/** A thread that does nothing but read the stack trace of an exception, within a reflective call. */
public final class FirstTrace {
    private FirstTrace() {}

    /** Without arguments. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(FirstTrace::call);
        thread.start();
        thread.join();
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
