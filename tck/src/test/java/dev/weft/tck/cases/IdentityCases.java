package dev.weft.tck.cases;

import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Who a thread is. Stays whole as a list of small cases. */
public final class IdentityCases {
    private IdentityCases() {}

    /** A thread as applications subclass it. */
    private static final class Worker extends Thread {
        private int input;
        private int output;
        private Thread seen;
        private Thread seenAfterSuspension;

        @Override
        public void run() {
            seen = Thread.currentThread();
            Suspend.now();
            seenAfterSuspension = Thread.currentThread();
            output = input + 1;
        }
    }

    @Case("the current thread of a started thread is the object that was started")
    public static void currentThreadIsTheStartedObject() throws Throwable {
        AtomicReference<Thread> seen = new AtomicReference<>();
        Thread thread = new Thread(() -> seen.set(Thread.currentThread()));
        thread.start();
        thread.join();
        Check.same(thread, seen.get());
    }

    @Case("the current thread of a subclass of Thread is the object of the subclass, before and after a suspension")
    public static void currentThreadIsTheSubclass() throws Throwable {
        Worker worker = new Worker();
        worker.start();
        worker.join();
        Check.same(worker, worker.seen);
        Check.same(worker, worker.seenAfterSuspension);
    }

    @Case("a field of a thread subclass written before start is seen in run, and one written in run after join")
    public static void fieldsOfASubclassAreVisible() throws Throwable {
        for (int i = 0; i < 100; i++) {
            Worker worker = new Worker();
            worker.input = i;
            worker.start();
            worker.join();
            Check.equal(i + 1, worker.output);
        }
    }

    @Case("the current thread stays the same across suspensions")
    public static void currentThreadSurvivesSuspensions() {
        Thread before = Thread.currentThread();
        for (int i = 0; i < 50; i++) {
            Suspend.now();
            Check.same(before, Thread.currentThread());
        }
    }

    @Case("run called directly runs in the calling thread")
    public static void runCalledDirectlyRunsInTheCaller() {
        Worker worker = new Worker();
        worker.run();
        Check.same(Thread.currentThread(), worker.seen);
        Check.same(Thread.currentThread(), worker.seenAfterSuspension);
        Check.equal(Thread.State.NEW, worker.getState());
    }

    private static class Recorded {
        final Thread seen;
        final boolean isHeld;

        Recorded(Thread seen, boolean isHeld) {
            this.seen = seen;
            this.isHeld = isHeld;
        }
    }

    private static final class Recording extends Recorded {
        Recording(Object lock) {
            super(Thread.currentThread(), Thread.holdsLock(lock));
        }

        Recording() {
            this(Thread.currentThread(), true);
        }

        private Recording(Thread seen, boolean isHeld) {
            super(seen, isHeld);
        }
    }

    @Case("in the arguments of super(..) and this(..) the current thread is what it is elsewhere")
    public static void currentThreadBeforeSuper() {
        Object lock = new Object();
        synchronized (lock) {
            Suspend.now();
            Recording recording = new Recording(lock);
            Check.same(Thread.currentThread(), recording.seen);
            Check.that(recording.isHeld, "the monitor is held");
        }
        Check.same(Thread.currentThread(), new Recording().seen);
    }

    @Case("ids of threads are positive, differ, and do not change in a thread's life")
    public static void idsDiffer() throws Throwable {
        long[] inside = new long[2];
        Thread first = new Thread(() -> inside[0] = Thread.currentThread().getId());
        Thread second = new Thread(() -> inside[1] = Thread.currentThread().getId());
        long firstId = first.getId();
        first.start();
        second.start();
        first.join();
        second.join();
        Check.that(firstId > 0 && second.getId() > 0 && firstId != second.getId(), "ids are positive and differ");
        Check.equal(firstId, inside[0]);
        Check.equal(second.getId(), inside[1]);
        Check.equal(firstId, first.getId());
    }

    @Case("two threads that take turns each see themselves")
    public static void threadsThatTakeTurnsSeeThemselves() throws Throwable {
        SynchronousQueue<Thread> ball = new SynchronousQueue<>();
        Task other = Task.start(() -> {
            for (int i = 0; i < 50; i++) {
                ball.put(Thread.currentThread());
                ball.take();
            }
        });
        for (int i = 0; i < 50; i++) {
            Check.same(other, ball.take());
            ball.put(Thread.currentThread());
        }
        other.finish();
    }

    @Case("code called back by a library method sees the calling thread")
    public static void callbacksSeeTheCaller() {
        Thread caller = Thread.currentThread();
        List.of(1, 2, 3).forEach(each -> {
            Suspend.now();
            Check.same(caller, Thread.currentThread());
        });
    }

    @Case("the text of a thread has its name, priority and group")
    public static void textOfAThread() throws Throwable {
        ThreadGroup group = new ThreadGroup("the group");
        AtomicReference<String> text = new AtomicReference<>();
        Thread thread = new Thread(group, () -> text.set(Thread.currentThread().toString()), "the name");
        thread.setPriority(3);
        thread.start();
        thread.join();
        Check.equal("Thread[the name,3,the group]", text.get());
    }

    @Case("the hash code and equality of a thread are those of its identity, in and out of it")
    public static void hashCodeOfAThread() throws Throwable {
        int[] inside = new int[1];
        Thread thread = new Thread(() -> inside[0] = Thread.currentThread().hashCode());
        int before = thread.hashCode();
        thread.start();
        thread.join();
        Check.equal(before, inside[0]);
        Check.equal(System.identityHashCode(thread), before);
        Check.that(!thread.equals(Thread.currentThread()), "threads differ");
    }

    @Case("a thread cannot be cloned")
    public static void cloning() throws Throwable {
        class Cloneable extends Thread implements java.lang.Cloneable {
            void tryIt() throws CloneNotSupportedException {
                super.clone();
            }
        }
        Check.fails(CloneNotSupportedException.class, () -> new Cloneable().tryIt());
    }

    /** Has methods of the same names as static ones of Thread, as helpers of tests often do. */
    private static class Helper {
        static final Thread NOBODY = new Thread(() -> {});

        static void sleep(long millis) {
            slept += millis;
        }

        static Thread currentThread() {
            return NOBODY;
        }

        static boolean holdsLock(Object lock) {
            return lock == null;
        }

        static long slept;
    }

    private static final class User extends Helper {
        static void use() {
            slept = 0;
            sleep(1_000_000_000);
            Check.equal(1_000_000_000L, slept);
            Check.same(NOBODY, currentThread());
            Check.that(holdsLock(null), "its own");
        }
    }

    private static class Hiding extends Thread {
        Hiding(Runnable body) {
            super(body);
        }

        public static void sleep(long millis) {
            Helper.sleep(millis);
        }

        public static Thread currentThread() {
            return Helper.NOBODY;
        }
    }

    private static final class HeirOfHiding extends Hiding {
        HeirOfHiding() {
            super(null);
        }

        @Override
        public void run() {
            Helper.slept = 0;
            sleep(1_000_000_000);
            Check.equal(1_000_000_000L, Helper.slept);
            Check.same(Helper.NOBODY, currentThread());
            Check.that(!holdsLock(this), "it is not held");
        }
    }

    private static class Inheriting extends Thread {
        Inheriting(Runnable body) {
            super(body);
        }
    }

    private static final class Heir extends Inheriting {
        Heir(Runnable body) {
            super(body);
        }

        static void use() throws InterruptedException {
            Object lock = new Object();
            Check.same(Thread.currentThread(), currentThread());
            Check.that(!holdsLock(lock), "not held");
            synchronized (lock) {
                sleep(1);
                Check.that(holdsLock(lock), "held");
            }
            Thread.currentThread().interrupt();
            Check.fails(InterruptedException.class, () -> sleep(1_000_000_000));
            Check.fails(IllegalArgumentException.class, () -> sleep(-1));
        }
    }

    /** Once as it is, once below a method that is called plainly. */
    private static void everywhere(Body body) throws Throwable {
        body.run();
        Object plain = new Object() {
            @Override
            public String toString() {
                try {
                    body.run();
                } catch (Throwable t) {
                    throw new AssertionError(t);
                }
                return "";
            }
        };
        Check.equal("", plain.toString());
        Task.start(body).finish();
    }

    @Case("static methods that have the names of Thread's are called, by heirs of their classes too")
    public static void hiddenStatics() throws Throwable {
        everywhere(User::use);
        everywhere(new HeirOfHiding()::run);
    }

    @Case("static methods of Thread that are called by the name of a distant heir mean the calling thread")
    public static void inheritedStatics() throws Throwable {
        everywhere(Heir::use);
        Heir thread = new Heir(() -> Check.same(Heir.class, Heir.currentThread().getClass()));
        thread.start();
        thread.join();
        everywhere(() -> Check.same(Thread.currentThread(), Heir.currentThread()));
    }

    private static class Child extends Inheriting {
        final Thread parent;
        final boolean isHeld;

        Child(Thread parent, boolean isHeld) {
            super(null);
            this.parent = parent;
            this.isHeld = isHeld;
        }
    }

    private static final class ChildOfCaller extends Child {
        ChildOfCaller(Object lock) {
            super(currentThread(), holdsLock(lock));
        }
    }

    @Case("in the arguments of super(..) static methods of Thread mean the calling thread, by an heir's name too")
    public static void inheritedStaticsBeforeSuper() throws Throwable {
        everywhere(() -> {
            Object lock = new Object();
            synchronized (lock) {
                Suspend.now();
                ChildOfCaller child = new ChildOfCaller(lock);
                Check.same(Thread.currentThread(), child.parent);
                Check.that(child.isHeld, "the monitor is held");
            }
            Check.that(!new ChildOfCaller(lock).isHeld, "the monitor is free");
        });
    }
}
