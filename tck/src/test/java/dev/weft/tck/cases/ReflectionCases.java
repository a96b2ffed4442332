package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls of blocking methods by reflection, proxies and method handles. A list of independent cases, whole because they
 * have one subject.
 */
public final class ReflectionCases {
    private static final int FIRST_CALLERS = 16;

    private int value;

    private ReflectionCases(int value) {
        this.value = Suspend.with(value);
    }

    /** Called by reflection. */
    public int plus(int other, String text) {
        Suspend.now();
        return value + other + text.length();
    }

    /** Called by reflection. */
    public static synchronized long twice(long value) {
        return Suspend.with(value) * 2;
    }

    /** Called by reflection. */
    public static void failing() throws java.io.IOException {
        Suspend.andThrow(new java.io.IOException("meant"));
    }

    @Case("a method called by reflection may block, as often as it is called")
    public static void invoke() throws Exception {
        Method method = ReflectionCases.class.getMethod("plus", int.class, String.class);
        ReflectionCases object = new ReflectionCases(3);
        for (int i = 0; i < 40; i++) {
            Check.equal(6 + i, method.invoke(object, i, "abc"));
        }
        Check.equal(8L, ReflectionCases.class.getMethod("twice", long.class).invoke(null, 4L));
    }

    /** Members that nobody has called before. */
    public static final class FirstCalled {
        private final int value;

        public FirstCalled(int value) {
            this.value = Suspend.with(value);
        }

        public int plus(int other) {
            return Suspend.with(value + other);
        }

        public static int twice(int value) {
            return Suspend.with(value) * 2;
        }
    }

    @Case("members that many threads call by reflection for the first time, all at once, block in each")
    public static void firstCallsAtOnce() throws Throwable {
        CyclicBarrier start = new CyclicBarrier(FIRST_CALLERS);
        AtomicInteger numbers = new AtomicInteger();
        Task.finish(Task.start(FIRST_CALLERS, () -> {
            int number = numbers.incrementAndGet();
            start.await();
            Object made = FirstCalled.class.getConstructor(int.class).newInstance(number);
            start.await();
            Check.equal(
                    number + 1, FirstCalled.class.getMethod("plus", int.class).invoke(made, 1));
            start.await();
            Check.equal(
                    2 * number, FirstCalled.class.getMethod("twice", int.class).invoke(null, number));
        }));
    }

    @Case("arguments of wait and sleep are widened in calls by reflection, and others are refused")
    public static void argumentsOfWaits() throws Exception {
        Object[] arguments = {1L, 1, (short) 1, (byte) 1, '\1', 1.0, 1f, "1", true, null};
        for (Object each : arguments) {
            sayOutcome(() -> Thread.class.getMethod("sleep", long.class).invoke(null, each));
            sayOutcome(() -> waitFor(long.class, each));
            sayOutcome(() -> waitFor(int.class, 1L, each));
        }
        sayOutcome(() -> waitFor(long.class));
        sayOutcome(() -> Object.class.getMethod("wait", long.class).invoke(null, 1L));
        sayOutcome(() -> Object.class.getMethod("notify").invoke(null, 1L));
        sayOutcome(() -> Thread.class.getMethod("holdsLock", Object.class).invoke(null, new Object[1]));
    }

    private static Object waitFor(Class<?> last, Object... arguments) throws ReflectiveOperationException {
        Object monitor = new Object();
        Method wait = last == int.class
                ? Object.class.getMethod("wait", long.class, int.class)
                : Object.class.getMethod("wait", long.class);
        synchronized (monitor) {
            return wait.invoke(monitor, arguments);
        }
    }

    private static void sayOutcome(Callable<Object> call) {
        try {
            Out.line(call.call());
        } catch (Exception e) {
            Out.line(e.getClass().getName() + (e.getCause() == null ? "" : " of " + e.getCause()));
        }
    }

    @Case("a constructor called by reflection may block")
    public static void newInstance() throws Exception {
        Constructor<ReflectionCases> constructor = ReflectionCases.class.getDeclaredConstructor(int.class);
        for (int i = 0; i < 40; i++) {
            Check.equal(i, constructor.newInstance(i).value);
        }
    }

    @Case("an exception of a method called by reflection is wrapped")
    public static void wrappedException() throws Exception {
        Method method = ReflectionCases.class.getMethod("failing");
        for (int i = 0; i < 40; i++) {
            InvocationTargetException wrapped = Check.fails(InvocationTargetException.class, () -> method.invoke(null));
            Check.equal("meant", wrapped.getCause().getMessage());
            if (i == 0) {
                sayTrace(wrapped);
            }
        }
    }

    /** Of the wrapper itself, down to this class: how the JDK has made the call differs from call to call. */
    private static void sayTrace(Throwable wrapped) {
        for (StackTraceElement each : wrapped.getStackTrace()) {
            if (each.getClassName().startsWith(ReflectionCases.class.getName())) {
                break;
            }
            if (!each.getClassName().startsWith("jdk.internal.reflect.")) {
                Out.line(each);
            }
        }
    }

    @Case("wrong arguments of a call by reflection are refused")
    public static void wrongArguments() throws Exception {
        Method method = ReflectionCases.class.getMethod("plus", int.class, String.class);
        ReflectionCases object = new ReflectionCases(3);
        Check.fails(IllegalArgumentException.class, () -> method.invoke(object, "x", "y"));
        Check.fails(IllegalArgumentException.class, () -> method.invoke(object, 1));
        Check.fails(IllegalArgumentException.class, () -> method.invoke("no such object", 1, "x"));
        Check.fails(NullPointerException.class, () -> method.invoke(null, 1, "x"));
    }

    /** Called by reflection. */
    public static String widest(double first, long second, short third) {
        Suspend.now();
        return first + " " + second + " " + third;
    }

    @Case("a call by reflection widens arguments in any array")
    public static void widenedArguments() throws Exception {
        Method method = ReflectionCases.class.getMethod("widest", double.class, long.class, short.class);
        Check.equal("1.0 2 3", method.invoke(null, (Object[]) new Byte[] {1, 2, 3}));
        Check.equal("1.0 2 3", method.invoke(null, (Object[]) new Number[] {1f, 2, (short) 3}));
        Check.equal("1.0 2 3", method.invoke(null, (Object[]) new Comparable<?>[] {1, 2L, (byte) 3}));
        Check.fails(IllegalArgumentException.class, () -> method.invoke(null, (Object[]) new Integer[] {1, 2, 3}));
        Check.fails(IllegalArgumentException.class, () -> method.invoke(null, (Object[]) new String[3]));
        Constructor<?> constructor = Widened.class.getConstructor(long.class);
        Object made = constructor.newInstance((Object[]) new Integer[] {5});
        Check.equal(5L, ((Widened) made).value);
    }

    /** Made by reflection. */
    public static final class Widened {
        private final long value;

        public Widened(long value) {
            this.value = Suspend.with(value);
        }
    }

    @Case("fields are read and written by reflection between suspensions")
    public static void fields() throws Exception {
        Field field = ReflectionCases.class.getDeclaredField("value");
        ReflectionCases object = new ReflectionCases(1);
        field.setInt(object, Suspend.with(5));
        Suspend.now();
        Check.equal(5, field.getInt(object));
        Check.equal(5, field.get(object));
    }

    private interface Service {
        String call(int count, Object argument) throws java.io.IOException;

        default String twice(String text) {
            return Suspend.with(text) + text;
        }
    }

    @Case("a proxy whose handler blocks returns its value or throws its exception")
    public static void proxy() throws Exception {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Suspend.now();
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            if (arguments[1] == null) {
                throw new java.io.IOException("null");
            }
            return method.getName() + Suspend.with((int) (Integer) arguments[0]) + arguments[1];
        };
        Service service = (Service)
                Proxy.newProxyInstance(ReflectionCases.class.getClassLoader(), new Class<?>[] {Service.class}, handler);
        Check.equal("call2x", service.call(2, "x"));
        Check.fails(java.io.IOException.class, () -> service.call(1, null));
        Check.equal("abab", service.twice("ab"));
    }

    @Case("a proxy that the constructor of its class makes is asked by reflection")
    public static void proxiesMadeByConstructors() throws Throwable {
        InvocationHandler handler =
                (proxy, method, arguments) -> method.getName() + Suspend.with((int) (Integer) arguments[0]);
        Class<?>[] asked = {Service.class};
        Class<?> type = Proxy.newProxyInstance(ReflectionCases.class.getClassLoader(), asked, handler)
                .getClass();
        Constructor<?> constructor = type.getConstructor(InvocationHandler.class);
        Object service = constructor.newInstance(handler);
        Check.equal(type, service.getClass());
        Check.equal("call3", ((Service) service).call(3, "x"));
        Check.equal(
                "call4",
                Service.class.getMethod("call", int.class, Object.class).invoke(service, 4, "x"));
        InvocationTargetException thrown =
                Check.fails(InvocationTargetException.class, () -> constructor.newInstance(new Object[] {null}));
        Check.equal(NullPointerException.class, thrown.getCause().getClass());
    }

    @Case("method handles, exact and adapted, lead to methods that block")
    public static void methodHandles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle plus = lookup.findVirtual(
                ReflectionCases.class, "plus", MethodType.methodType(int.class, int.class, String.class));
        ReflectionCases object = new ReflectionCases(1);
        for (int i = 0; i < 40; i++) {
            Check.equal(3 + i, (int) plus.invokeExact(object, i, "ab"));
        }
        MethodHandle bound = MethodHandles.insertArguments(plus.bindTo(object), 1, "abc");
        Check.equal(9, (int) bound.invokeExact(5));
        Check.equal(9, bound.invoke(Integer.valueOf(5)));
        MethodHandle guarded = MethodHandles.catchException(
                lookup.findStatic(ReflectionCases.class, "failing", MethodType.methodType(void.class)),
                java.io.IOException.class,
                MethodHandles.empty(MethodType.methodType(void.class, java.io.IOException.class)));
        guarded.invokeExact();
        MethodHandle maker =
                lookup.findConstructor(ReflectionCases.class, MethodType.methodType(void.class, int.class));
        Check.equal(7, ((ReflectionCases) maker.invoke(7)).value);
    }

    @Case("an interface instance made of a method handle leads to a method that blocks")
    @SuppressWarnings("unchecked")
    public static void handleProxies() throws Throwable {
        MethodHandle compare = MethodHandles.lookup()
                .findStatic(
                        ReflectionCases.class, "compare", MethodType.methodType(int.class, String.class, String.class));
        Comparator<String> comparator = MethodHandleProxies.asInterfaceInstance(Comparator.class, compare);
        Check.that(comparator.compare("a", "b") < 0, "smaller");
    }

    private static int compare(String a, String b) {
        Suspend.now();
        return a.compareTo(b);
    }

    @Case("variable handles are used between suspensions")
    public static void varHandles() throws Exception {
        VarHandle handle = MethodHandles.lookup().findVarHandle(ReflectionCases.class, "value", int.class);
        ReflectionCases object = new ReflectionCases(1);
        Suspend.now();
        Check.that(handle.compareAndSet(object, Suspend.with(1), Suspend.with(2)), "set");
        Check.equal(2, (int) handle.getAndAdd(object, 3));
        Suspend.now();
        Check.equal(5, (int) handle.getVolatile(object));
    }

    /** Initialized by name. */
    public static final class Loaded {
        static final Thread THREAD = Suspend.with(Thread.currentThread());

        private Loaded() {}
    }

    @Case("a class loaded by name is found by the caller's loader and initialized")
    public static void forName() throws Exception {
        String name = ReflectionCases.class.getName() + "$Loaded";
        Suspend.now();
        Check.same(Loaded.class, Class.forName(name));
        Check.that(Loaded.THREAD != null, "initialized");
        Check.fails(ClassNotFoundException.class, () -> Class.forName("no.such.Class"));
    }

    @Case("a thread made, started and joined by reflection runs, and sleep may be called so")
    public static void reflectedThread() throws Throwable {
        Constructor<Thread> constructor = Thread.class.getConstructor(Runnable.class, String.class);
        int[] result = new int[1];
        Callable<Integer> callable = () -> Suspend.with(7);
        Runnable body = () -> {
            try {
                result[0] = callable.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
        Thread thread = constructor.newInstance(body, "reflected");
        Thread.class.getMethod("start").invoke(thread);
        Thread.class.getMethod("join").invoke(thread);
        Check.equal(7, result[0]);
        Task.start(() -> Thread.class.getMethod("sleep", long.class).invoke(null, 1L))
                .finish();
    }
}
