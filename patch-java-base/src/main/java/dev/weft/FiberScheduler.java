package dev.weft;

import java.util.concurrent.Executor;
import jdk.internal.weft.scheduler.ExecutorScheduler;
import jdk.internal.weft.scheduler.WorkStealing;

/**
 * Decides on which thread a fiber runs, and when: it is told of each fiber that may run, and has its {@link Task} run
 * once for each time.
 *
 * <p>Chosen for a thread by {@link Weft#scheduler(Thread, FiberScheduler)} before it starts; for all threads by
 * {@code -Dweft.scheduler=CLASS}, with a public constructor without arguments, found by the system class loader; and
 * changed by {@link Weft#continueOn} and {@link Weft#unpark(Thread, FiberScheduler)}. A thread does not inherit its
 * parent's scheduler.
 *
 * <p>The methods are called by any thread, several at a time. {@code onStart} is called by who starts the thread;
 * {@code onContinue} by who unparks it, by the thread on which it ran, if it yields, or by one of the runtime's, if it
 * is woken by time, by input, or by the end of a wait for a monitor. They should queue the task and return: who blocks
 * in them blocks who wakes. Threads that they start, or the constructor, are platform threads, unless {@link
 * Weft#lightweight} has said otherwise.
 *
 * <p>What goes wrong: if {@code onStart} throws, so does {@link Thread#start}, and the thread has not been started. If
 * {@code onContinue} throws, standard error has a line, and the thread goes on under the default scheduler. A thread
 * whose task is dropped never goes on; if it is no daemon, the program does not end.
 *
 * <p>Memory effects: what happened before a method is called happens-before what the thread does when its task is run.
 *
 * <p>Source: Pressler, "Fibers and Continuations for the Java Virtual Machine" (project Loom's proposal), "Schedulers";
 * the names are those of project Loom's prototypes of custom schedulers.
 */
public interface FiberScheduler {
    /**
     * A thread was started: its task is to be run.
     *
     * @throws RuntimeException if it cannot be: the thread has not been started then
     */
    void onStart(Task task);

    /** A thread that has parked or yielded may go on: its task is to be run again. */
    void onContinue(Task task);

    /**
     * The scheduler that runs fibers on the threads of an executor: a pool, an event loop, the thread of a user
     * interface ({@code EventQueue::invokeLater}).
     *
     * @throws NullPointerException if the executor is null
     */
    static FiberScheduler of(Executor executor) {
        return new ExecutorScheduler(executor);
    }

    /**
     * Weft's own scheduler, which all fibers have that no other was chosen for. Other schedulers may give it their
     * tasks: the threads are its own from then on.
     */
    static FiberScheduler workStealing() {
        return WorkStealing.INSTANCE;
    }

    /** One thread, as its scheduler sees it: the same object each time, as long as the thread has this scheduler. */
    interface Task extends Runnable {
        /** The thread that the task runs. */
        Thread thread();

        /**
         * Runs the thread, on the calling one, until it parks, yields or ends. The calling one is what it was before
         * when this returns. It may be any platform thread or fiber; a fiber does not park meanwhile.
         *
         * <p>The caller must hold no monitor: the VM would let the thread into it. A frame that cannot be left keeps
         * the thread here, and so blocks the caller, while it waits.
         *
         * @throws IllegalStateException if the scheduler has not been told of the thread since the task was run last;
         *     or in a call of a scheduler's method, since who has made that call may hold monitors
         */
        @Override
        void run();

        /** What was attached last, or null. */
        Object attachment();

        /** Attaches an object, or null; returns what was attached before. Atomic. */
        Object attach(Object object);
    }
}
