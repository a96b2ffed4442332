package jdk.internal.weft.thread;

import java.lang.reflect.Method;
import java.weft.blocking.ProgramMain;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.fiber.Choice;

/**
 * The thread of {@code main} as a fiber, with {@code -Dweft.main=fiber}. The launcher's native code calls the main
 * method of this class in place of the program's, on the VM's first thread. That starts a fiber, which takes over the
 * first thread's name, number, group and values, waits for its end, and leaves as {@code main} has left: so the
 * launcher returns the exit code that it would have returned.
 */
public final class MainThread {
    /** Of the VM's first thread, once another one is {@code main}. */
    private static final String LAUNCHER = "weft-main";

    /** The class that was launched; written and read by the first thread. */
    private static Class<?> program;

    private MainThread() {}

    /** Called by the launcher, which has found and checked the main class: the class whose main method it calls. */
    public static Class<?> chosen(Class<?> mainClass) {
        if (!"fiber".equals(VM.getSavedProperty("weft.main"))
                || !LoadTimeWeaving.isReady()
                || !Policy.mayBeFiber(Thread.currentThread())) {
            return mainClass;
        }
        program = mainClass;
        return MainThread.class;
    }

    /**
     * Runs the program's {@code main} in a fiber, and waits for its end.
     *
     * @throws Throwable what has come out of it; the fiber's handler has been told, so nobody else is
     */
    public static void main(String[] arguments) throws Throwable {
        Method main = program.getMethod("main", String[].class);
        ProgramMain run = new ProgramMain(program, main, arguments);
        Thread first = Thread.currentThread();
        Thread fiber = successor(first, run);
        fiber.start();
        for (boolean hasEnded = false; !hasEnded; ) {
            try {
                fiber.join();
                hasEnded = true;
            } catch (InterruptedException e) {
                // not meant for this thread
            }
        }
        if (run.failure() != null) {
            JdkAccess.uncaughtExceptionHandler(first, new Silence());
            throw run.failure();
        }
    }

    /** A thread that is to others what the first thread was; that one gets a new name, number and group. */
    private static Thread successor(Thread first, ProgramMain run) {
        ThreadGroup group = JdkAccess.group(first);
        Thread made = new Thread(group, run, JdkAccess.name(first), 0, false);
        JdkAccess.choice(made, Choice.FIBER);
        swapIds(made, first);
        WeftLocals.move(first, made);
        JdkAccess.bindings(made, JdkAccess.bindings(first));
        JdkAccess.bindings(first, null);
        JdkAccess.inheritedAccessControlContext(made, JdkAccess.inheritedAccessControlContext(first));
        JdkAccess.contextClassLoader(made, JdkAccess.contextClassLoader(first));
        JdkAccess.uncaughtExceptionHandler(made, JdkAccess.uncaughtExceptionHandler(first));
        JdkAccess.interrupted(made, Thread.interrupted());
        JdkAccess.name(first, LAUNCHER);
        moveToSystem(first, group);
        return made;
    }

    private static void swapIds(Thread made, Thread first) {
        Unsafe unsafe = Unsafe.getUnsafe();
        long tid = unsafe.objectFieldOffset(Thread.class, "tid");
        long number = JdkAccess.tid(made);
        unsafe.putLong(made, tid, JdkAccess.tid(first));
        unsafe.putLong(first, tid, number);
    }

    /** As a thread that ends leaves a group, and one that starts comes to another. */
    private static void moveToSystem(Thread first, ThreadGroup group) {
        JdkAccess.threadTerminated(group, first);
        ThreadGroup system = SystemThread.systemGroup();
        JdkAccess.group(first, system);
        JdkAccess.addUnstarted(system);
        JdkAccess.add(system, first);
    }

    /** The fiber's handler has told what there was to tell. */
    private static final class Silence implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            // told
        }
    }
}
