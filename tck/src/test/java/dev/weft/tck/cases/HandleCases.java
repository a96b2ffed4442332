package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** Method handles, and reflection, of the methods that the VM implements for threads and monitors. */
public final class HandleCases {
    private static final MethodType VOID = MethodType.methodType(void.class);

    private HandleCases() {}

    private static MethodHandle virtual(Class<?> type, String name, Class<?>... parameters) throws Exception {
        return MethodHandles.lookup().findVirtual(type, name, MethodType.methodType(void.class, parameters));
    }

    private static MethodHandle ofThread(String name, Class<?> result, Class<?>... parameters) throws Exception {
        return MethodHandles.lookup().findStatic(Thread.class, name, MethodType.methodType(result, parameters));
    }

    @Case("a handle of Thread.currentThread gives the thread that calls it")
    public static void currentThread() throws Throwable {
        MethodHandle handle = ofThread("currentThread", Thread.class);
        Suspend.now();
        Check.same(Thread.currentThread(), (Thread) handle.invokeExact());
        MethodHandle unreflected = MethodHandles.lookup().unreflect(Thread.class.getMethod("currentThread"));
        Check.same(Thread.currentThread(), (Thread) unreflected.invokeExact());
        MethodHandle ofPublic = MethodHandles.publicLookup()
                .findStatic(Thread.class, "currentThread", MethodType.methodType(Thread.class));
        Check.same(Thread.currentThread(), (Thread) ofPublic.invoke());
    }

    @Case("a thread waits by a handle and is notified by a call, and the other way round")
    public static void waitAndNotify() throws Throwable {
        for (boolean waitsByHandle : new boolean[] {true, false}) {
            Object lock = new int[0];
            boolean[] done = new boolean[1];
            MethodHandle wait = virtual(Object.class, "wait");
            MethodHandle notify = virtual(int[].class, "notify");
            Task task = Task.start(() -> {
                synchronized (lock) {
                    while (!done[0]) {
                        if (waitsByHandle) {
                            wait.invokeExact(lock);
                        } else {
                            lock.wait();
                        }
                    }
                }
            });
            Await.blocked(task);
            synchronized (lock) {
                Suspend.now();
                done[0] = true;
                if (waitsByHandle) {
                    lock.notify();
                } else {
                    notify.invokeExact((int[]) lock);
                }
            }
            task.finish();
        }
    }

    @Case("notifyAll by a handle wakes all that wait, by handles with and without a time")
    public static void notifyAllByHandle() throws Throwable {
        Object lock = new Object();
        boolean[] done = new boolean[1];
        MethodHandle wait = virtual(Object.class, "wait", long.class, int.class);
        Task[] tasks = Task.start(3, () -> {
            synchronized (lock) {
                while (!done[0]) {
                    wait.invokeExact(lock, 100_000L, 1);
                }
            }
        });
        for (Task each : tasks) {
            Await.blocked(each);
        }
        synchronized (lock) {
            done[0] = true;
            virtual(Object.class, "notifyAll").invokeExact(lock);
        }
        Task.finish(tasks);
    }

    @Case("monitors are checked by handles, too")
    public static void notOwner() throws Throwable {
        Object lock = new Object();
        MethodHandle notify = virtual(Object.class, "notify");
        MethodHandle wait = virtual(Object.class, "wait", long.class);
        Check.fails(IllegalMonitorStateException.class, () -> {
            notify.invokeExact(lock);
        });
        Check.fails(IllegalMonitorStateException.class, () -> {
            wait.invokeExact(lock, 1L);
        });
        Check.fails(NullPointerException.class, () -> {
            notify.invokeExact((Object) null);
        });
        MethodHandle holdsLock = ofThread("holdsLock", boolean.class, Object.class);
        Check.that(!(boolean) holdsLock.invokeExact(lock), "not yet");
        synchronized (lock) {
            Suspend.now();
            Check.that((boolean) holdsLock.invokeExact(lock), "held");
        }
    }

    @Case("a sleep by a handle, or by reflection, ends by an interrupt")
    public static void interruptedSleep() throws Throwable {
        MethodHandle sleep = ofThread("sleep", void.class, long.class);
        Method method = Thread.class.getMethod("sleep", long.class);
        for (boolean byHandle : new boolean[] {true, false}) {
            Task task = Task.start(() -> {
                if (byHandle) {
                    Check.fails(InterruptedException.class, () -> {
                        sleep.invokeExact(100_000L);
                    });
                } else {
                    Throwable wrapped = Check.fails(
                            java.lang.reflect.InvocationTargetException.class, () -> method.invoke(null, 100_000L));
                    Check.same(InterruptedException.class, wrapped.getCause().getClass());
                }
            });
            Await.blocked(task);
            task.interrupt();
            task.finish();
        }
    }

    /** Called by handles. */
    private static long sum(long... values) {
        long result = 0;
        for (long each : values) {
            result += each;
        }
        return Suspend.with(result);
    }

    @Case("handles with nearly as many arguments as the VM allows are called, collected and spread as ever")
    public static void manyWideArguments() throws Throwable {
        MethodHandle sum = MethodHandles.lookup()
                .findStatic(HandleCases.class, "sum", MethodType.methodType(long.class, long[].class));
        for (int count : new int[] {0, 1, 123, 124, 125, 126, 127, 128, 129, 200, 240, 241, 260}) {
            Object[] boxed = new Object[count];
            Arrays.setAll(boxed, i -> (long) i);
            long expected = count * (count - 1L) / 2;
            Check.equal(expected, sum.invokeWithArguments(boxed));
            if (count < 126) {
                MethodHandle fixed = sum.asCollector(long[].class, count);
                Check.equal(expected, fixed.invokeWithArguments(boxed));
                MethodHandle spread = fixed.asSpreader(Object[].class, count);
                Check.equal(expected, (long) spread.invokeExact(boxed));
                MethodHandle unboxed = fixed.asSpreader(long[].class, count);
                Check.equal(0L, (long) unboxed.invokeExact(new long[count]));
            }
        }
    }

    private static class Locked {
        MethodHandle superNotify() throws Exception {
            return MethodHandles.lookup().findSpecial(Object.class, "notify", VOID, Locked.class);
        }
    }

    @Case("such handles have their types, and are revealed as what they were asked for")
    public static void revealed() throws Throwable {
        List<MethodHandle> all = List.of(
                ofThread("currentThread", Thread.class),
                ofThread("holdsLock", boolean.class, Object.class),
                ofThread("sleep", void.class, long.class),
                ofThread("sleep", void.class, long.class, int.class),
                ofThread("yield", void.class),
                virtual(Object.class, "wait"),
                virtual(String.class, "wait", long.class),
                virtual(Runnable.class, "notify"),
                virtual(int[].class, "notifyAll"),
                MethodHandles.lookup().unreflect(Object.class.getMethod("wait")),
                new Locked().superNotify(),
                new Locked().superNotify().bindTo(new Locked()).asType(VOID));
        for (MethodHandle each : all.subList(0, all.size() - 1)) {
            MethodHandleInfo info = MethodHandles.lookup().revealDirect(each);
            Out.line(each.type() + " " + info + " " + info.getModifiers() + " " + each.isVarargsCollector() + " "
                    + info.reflectAs(Method.class, MethodHandles.lookup()));
        }
        Check.fails(
                IllegalAccessException.class, () -> MethodHandles.lookup().findStatic(Object.class, "notify", VOID));
        Check.fails(NoSuchMethodException.class, () -> virtual(Object.class, "wait", int.class));
    }
}
