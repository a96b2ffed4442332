package java.weft.blocking;

import java.lang.reflect.Method;
import java.weft.reflect.MainCall;

/**
 * The program's {@code main}, as its thread runs it where that is a fiber. Woven; {@link FiberMain} calls it directly,
 * as no frame of {@code Thread} lies below {@code main}.
 */
public final class ProgramMain implements Runnable {
    private final Class<?> type;
    private final Method main;
    private final String[] arguments;
    private volatile Throwable failure;

    /**
     * For one run.
     *
     * @param type the class that was launched, or one of its heirs, which declares {@code main} or inherits it
     */
    public ProgramMain(Class<?> type, Method main, String[] arguments) {
        this.type = type;
        this.main = main;
        this.arguments = arguments;
    }

    /** What has come out of {@code main}, or out of the initializer of its class; null while nothing has. */
    public Throwable failure() {
        return failure;
    }

    /** Initializes the class, and calls {@code main}. */
    void call() throws Throwable {
        try {
            callMain(type, main, arguments);
        } catch (Throwable t) {
            failure = t;
            throw t;
        }
    }

    /** Its twin, by the recipe {@code LaunchMainInFiber}, is {@code MainCall.invoke}. */
    private static void callMain(Class<?> type, Method main, String[] arguments) throws Throwable {
        MainCall.invokePlainly(type, main, arguments);
    }

    /** Only what makes it a thread's target. */
    @Override
    public void run() {
        throw new IllegalStateException("only FiberMain runs it");
    }
}
