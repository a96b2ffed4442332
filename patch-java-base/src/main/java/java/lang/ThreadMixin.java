package java.lang;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Choice;
import jdk.internal.weft.thread.FiberThreads;
import jdk.internal.weft.thread.NewThread;

/**
 * What JEP 444 adds to {@link Thread}; the weaver merges it into that class ({@code dev.weft.weaver.mixin}), so the
 * documentation of its members says what {@code Thread}'s do. The private fields are those of JDK 17's {@code Thread}.
 *
 * <p>{@code isVirtual}, {@code threadId} and {@code join(Duration)} are not final, unlike JDK 21's: a class of JDK 17's
 * time that extends {@code Thread} and has such a method must still load. Weft itself never calls them.
 */
public abstract class ThreadMixin extends Thread {
    private volatile String name;
    private int priority;
    private boolean daemon;
    private ThreadGroup group;
    private ClassLoader contextClassLoader;

    @SuppressWarnings("removal")
    private java.security.AccessControlContext inheritedAccessControlContext;

    private final long stackSize;
    private final long tid;
    private volatile int threadStatus;

    /**
     * A virtual thread, not started: a daemon of normal priority, of the group {@code VirtualThreads}, without
     * privileges.
     *
     * @param name its name; empty if it has none
     * @param characteristics bits of {@link BaseVirtualThread}
     * @param mark not used; reflection does not list constructors that end in such a parameter ({@code Reflections})
     */
    ThreadMixin(String name, int characteristics, NewThread mark) {
        this.name = name;
        this.priority = NORM_PRIORITY;
        this.daemon = true;
        this.group = VirtualGroup.GROUP;
        this.inheritedAccessControlContext = VirtualGroup.NO_PERMISSIONS;
        this.stackSize = 0;
        this.tid = NewThread.nextId();
        if ((characteristics & BaseVirtualThread.NO_INHERIT_THREAD_LOCALS) != 0) {
            this.contextClassLoader = ClassLoader.getSystemClassLoader();
        } else {
            Thread parent = currentThread();
            this.contextClassLoader = parent.getContextClassLoader();
            if (parent.inheritableThreadLocals != null) {
                this.inheritableThreadLocals = ThreadLocal.createInheritedMap(parent.inheritableThreadLocals);
            }
        }
        JdkAccess.choice(this, Choice.VIRTUAL);
    }

    /** A builder of platform threads, and of factories of such. */
    public static Builder.OfPlatform ofPlatform() {
        return new ThreadBuilders.PlatformThreadBuilder();
    }

    /** A builder of virtual threads, and of factories of such. */
    public static Builder.OfVirtual ofVirtual() {
        return new ThreadBuilders.VirtualThreadBuilder();
    }

    /**
     * Starts a virtual thread that runs the task.
     *
     * @throws NullPointerException if the task is null
     */
    public static Thread startVirtualThread(Runnable task) {
        return ThreadBuilders.startVirtual(task);
    }

    /** True if this is a fiber, or will be one when it starts, or was made by {@link #ofVirtual}. */
    public boolean isVirtual() {
        return FiberThreads.isVirtual(this);
    }

    /**
     * The identifier of this thread, a positive number that is not used again; as {@code getId}, unless that is
     * overridden.
     */
    public long threadId() {
        return tid;
    }

    /**
     * Waits for this thread to end, for so long at most; at once if that is zero or less.
     *
     * @return whether it has ended
     * @throws InterruptedException if the calling thread is interrupted before or while it waits; the flag is then
     *     cleared
     * @throws IllegalThreadStateException if this thread has not been started
     */
    public boolean join(Duration duration) throws InterruptedException {
        long millis = Durations.millis(duration);
        if (threadStatus == 0) {
            throw new IllegalThreadStateException("Thread not started");
        }
        if (millis > 0 && isAlive()) {
            join(millis);
        }
        return !isAlive();
    }

    /**
     * Lets the calling thread sleep for so long; not at all if that is negative.
     *
     * @throws InterruptedException if it is interrupted before or meanwhile; the flag is then cleared
     */
    public static void sleep(Duration duration) throws InterruptedException {
        long millis = Durations.millis(duration);
        if (millis >= 0) {
            sleep(millis);
        }
    }

    /** Makes threads, and factories of threads. A builder is not safe for use by several threads; its factories are. */
    public sealed interface Builder permits Builder.OfPlatform, Builder.OfVirtual {
        /**
         * Sets the name of the threads.
         *
         * @throws NullPointerException if it is null
         */
        Builder name(String name);

        /**
         * Sets the name of the threads to the prefix and a number, which grows by one with each.
         *
         * @param start the first number
         * @throws IllegalArgumentException if the number is negative
         * @throws NullPointerException if the prefix is null
         */
        Builder name(String prefix, long start);

        /** Sets whether the threads inherit inheritable thread locals; they do by default. */
        Builder inheritInheritableThreadLocals(boolean inherit);

        /**
         * Sets the handler of uncaught exceptions.
         *
         * @throws NullPointerException if it is null
         */
        Builder uncaughtExceptionHandler(UncaughtExceptionHandler ueh);

        /**
         * Makes a thread that runs the task.
         *
         * @throws NullPointerException if the task is null
         */
        Thread unstarted(Runnable task);

        /**
         * Makes a thread that runs the task, and starts it.
         *
         * @throws NullPointerException if the task is null
         */
        Thread start(Runnable task);

        /** A factory of threads as this builder makes now; safe for use by several threads. */
        ThreadFactory factory();

        /** Makes platform threads. */
        sealed interface OfPlatform extends Builder permits ThreadBuilders.PlatformThreadBuilder {
            @Override
            OfPlatform name(String name);

            @Override
            OfPlatform name(String prefix, long start);

            @Override
            OfPlatform inheritInheritableThreadLocals(boolean inherit);

            @Override
            OfPlatform uncaughtExceptionHandler(UncaughtExceptionHandler ueh);

            /**
             * Sets the thread group.
             *
             * @throws NullPointerException if it is null
             */
            OfPlatform group(ThreadGroup group);

            /** Sets whether the threads are daemons; by default they are if the thread that makes them is. */
            OfPlatform daemon(boolean on);

            /** The threads are daemons. */
            default OfPlatform daemon() {
                return daemon(true);
            }

            /**
             * Sets the priority, which the group bounds.
             *
             * @throws IllegalArgumentException if it is none from {@link Thread#MIN_PRIORITY} to
             *     {@link Thread#MAX_PRIORITY}
             */
            OfPlatform priority(int priority);

            /**
             * Sets the size of the stack in bytes; zero leaves it to the VM.
             *
             * @throws IllegalArgumentException if it is negative
             */
            OfPlatform stackSize(long stackSize);
        }

        /** Makes virtual threads. */
        sealed interface OfVirtual extends Builder permits ThreadBuilders.VirtualThreadBuilder {
            @Override
            OfVirtual name(String name);

            @Override
            OfVirtual name(String prefix, long start);

            @Override
            OfVirtual inheritInheritableThreadLocals(boolean inherit);

            @Override
            OfVirtual uncaughtExceptionHandler(UncaughtExceptionHandler ueh);
        }
    }
}
