package jdk.internal.weft.fiber;

import jdk.internal.weft.agent.Debugger;

/**
 * Which fibers run the plain copies of all code, so that they keep their carriers until they end: with
 * {@code -Dweft.waits=pin}, and under a debugger, which so finds a thread for each fiber, with its whole stack, in the
 * methods that the author has written (docs/decisions/0060).
 *
 * <p>Not those that a scheduler of the program's runs, which may have one thread; nor any that starts after the program
 * has made such a scheduler, since it may go there.
 */
public final class PlainFibers {
    /** A constant for the compilers. */
    static final boolean ARE_WANTED = Debugger.pinsFibers();

    private static volatile boolean hasSchedulers;

    private PlainFibers() {}

    /** Whether that fiber, which is about to begin, is one of them. */
    static boolean isPlain(Fiber fiber) {
        return ARE_WANTED && !hasSchedulers && !Scheduler.of(fiber).callsProgram();
    }

    /** The program makes a scheduler, or uses one: what is wrong in a pinned fiber is to work from now on. */
    public static void schedulerMade() {
        hasSchedulers = true;
        LoudMethods.all();
    }
}
