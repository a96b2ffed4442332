package dev.weft.programs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Runs the {@code main} of a program on a thread that it starts, which is a fiber under Weft, and ends the JVM: exit
 * code 0, or 3 if the program has thrown. The last line on standard error says what the thread was, and how often it
 * pinned.
 */
public final class Run implements Runnable {
    private static final int FAILED = 3;

    private final Class<?> program;
    private final String[] arguments;
    private volatile boolean isFiber;
    private volatile Throwable failure;

    private Run(Class<?> program, String[] arguments) {
        this.program = program;
        this.arguments = arguments;
    }

    /** The name of a class of this package, and its arguments. */
    public static void main(String[] args) throws Exception {
        Class<?> program = Class.forName(Run.class.getPackageName() + "." + args[0]);
        Run run = new Run(program, Arrays.copyOfRange(args, 1, args.length));
        long start = System.nanoTime();
        Thread thread = new Thread(run, "program");
        thread.start();
        thread.join();
        System.out.flush();
        if (run.failure != null) {
            run.failure.printStackTrace();
        }
        System.err.println("fiber: " + run.isFiber + ", pinned: " + ask("pinned") + ", ms: "
                + (System.nanoTime() - start) / 1_000_000);
        Runtime.getRuntime().exit(run.failure == null ? 0 : FAILED);
    }

    @Override
    public void run() {
        try {
            isFiber = Boolean.TRUE.equals(ask("isFiber"));
            Method main = program.getMethod("main", String[].class);
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            failure = e.getCause();
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** What {@code dev.weft.Weft} says, or null on the plain JDK. */
    static Object ask(String question) throws ReflectiveOperationException {
        Class<?> weft;
        try {
            weft = Class.forName("dev.weft.Weft");
        } catch (ClassNotFoundException e) {
            return null;
        }
        return weft.getMethod(question).invoke(null);
    }
}
