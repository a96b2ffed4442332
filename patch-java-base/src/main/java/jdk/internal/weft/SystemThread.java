package jdk.internal.weft;

import jdk.internal.misc.Unsafe;

/** A daemon thread of the runtime itself; always a platform thread, in the system thread group. */
public final class SystemThread extends Thread {
    private static final long SHORTEST_NANOS = 10_000_000;
    private static final long LONGEST_NANOS = 1_000_000_000;

    /** For how long none is started since the kernel has refused one; 0 if it gave the last one. */
    private static volatile long refusal;

    private static volatile long refusedUntil;

    /** When it was said last that one goes on, if ever. */
    private static volatile long toldAt;

    private static volatile boolean hasTold;

    private Runnable task;

    private SystemThread(Runnable task, String name, long stackBytes) {
        super(systemGroup(), null, name, stackBytes, false);
        this.task = task;
        setDaemon(true);
        // who has started it may have a loader that is not to be kept from unloading
        setContextClassLoader(null);
        JdkAccess.inheritedAccessControlContext(this, null);
    }

    /**
     * Makes a daemon thread without inherited thread locals. It is not started. Whose call has made it necessary does
     * not matter: that code needs no permission for it, nor do its domains bind the thread.
     */
    public static SystemThread make(Runnable task, String name) {
        return make(task, name, 0);
    }

    /** The same with a stack of that size; 0 for the VM's default. */
    @SuppressWarnings("removal")
    public static SystemThread make(Runnable task, String name, long stackBytes) {
        return System.getSecurityManager() == null
                ? new SystemThread(task, name, stackBytes)
                : unasked(task, name, stackBytes);
    }

    /**
     * Without a constructor, which would ask the security manager for the group: a program's own may refuse it to
     * whoever is privileged.
     */
    private static SystemThread unasked(Runnable task, String name, long stackBytes) {
        Unsafe unsafe = Unsafe.getUnsafe();
        SystemThread made;
        try {
            made = (SystemThread) unsafe.allocateInstance(SystemThread.class);
        } catch (InstantiationException e) {
            throw new InternalError(e);
        }
        ThreadGroup group = systemGroup();
        JdkAccess.addUnstarted(group);
        JdkAccess.group(made, group);
        JdkAccess.name(made, name);
        JdkAccess.daemon(made, true);
        JdkAccess.priority(made, NORM_PRIORITY);
        unsafe.putLong(made, unsafe.objectFieldOffset(Thread.class, "stackSize"), stackBytes);
        unsafe.putLong(made, unsafe.objectFieldOffset(Thread.class, "tid"), JdkAccess.nextThreadID(made));
        made.task = task;
        return made;
    }

    /**
     * Starts it, unless the kernel has just refused one: the VM says so on standard output each time, and there may be
     * many that try. The pause gets longer with each refusal, up to a second.
     *
     * @throws OutOfMemoryError if there can be no thread
     */
    @Override
    public synchronized void start() {
        if (refusal > 0 && refusedUntil - System.nanoTime() > 0) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        try {
            super.start();
            refusal = 0;
        } catch (OutOfMemoryError e) {
            long next = Math.max(SHORTEST_NANOS, Math.min(2 * refusal, LONGEST_NANOS));
            refusedUntil = System.nanoTime() + next;
            refusal = next;
            throw e;
        }
    }

    /** Ends the pause after a refusal: the caller's own caller is to be told what the kernel says now. */
    public static void askAgain() {
        refusedUntil = System.nanoTime();
    }

    /** Runs the task: no frame of {@code Thread} lies below it, that a fiber's stack walk would have to hide. */
    @Override
    public void run() {
        task.run();
    }

    /**
     * Does nothing. A program that interrupts all threads that it finds means its own: with the status set, no park of
     * these would wait any more.
     */
    @Override
    public void interrupt() {
        // not for this thread
    }

    /**
     * To be called where one of these threads goes on after what should not have come out of its work: says so, once a
     * second at most. Not of a lack of memory, which the program meets too. Throws nothing.
     */
    public static void goesOn(Throwable after) {
        long now = System.nanoTime();
        if (after instanceof OutOfMemoryError || hasTold && now - toldAt < LONGEST_NANOS) {
            return;
        }
        toldAt = now;
        hasTold = true;
        try {
            StandardError.say("weft: thread \"" + Thread.currentThread().getName() + "\" goes on after " + after);
        } catch (Throwable e) {
            // it is only not said
        }
    }

    /** Has the calling thread, which is one of these, rest for so long. */
    public static void rest(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long rest = nanos; rest > 0; rest = end - System.nanoTime()) {
            Unsafe.getUnsafe().park(false, rest);
        }
    }

    /**
     * The threads of all groups; null behind the last one. No group is asked how many it has: a program's own class may
     * say anything.
     */
    public static Thread[] inAllGroups() {
        ThreadGroup root = systemGroup();
        Thread[] all = new Thread[64];
        while (JdkAccess.enumerate(root, all, 0, true) == all.length) {
            all = new Thread[2 * all.length];
        }
        return all;
    }

    /** The root of all thread groups, for which no security manager is asked. */
    public static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = group; parent != null; parent = JdkAccess.parent(parent)) {
            group = parent;
        }
        return group;
    }
}
