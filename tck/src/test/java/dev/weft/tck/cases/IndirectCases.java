package dev.weft.tck.cases;

import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Fibers;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * What is called through reflection and proxies suspends, and so does not block its carrier. The class stays whole: it
 * is a list of cases.
 */
public final class IndirectCases {
    private final String text;

    private IndirectCases(String text, long number, double... more) throws IOException {
        Suspend.now();
        if (text == null) {
            throw new IOException("no text");
        }
        this.text = text + number + Arrays.toString(more);
    }

    /** Runs it twice, the second time counting: what is loaded and linked only once may pin. */
    private static void unpinned(Body body) throws Throwable {
        Task.start(() -> {
                    body.run();
                    long before = Fibers.pinned();
                    body.run();
                    Check.equal(0L, Fibers.pinned() - before);
                })
                .finish();
    }

    @Case("a constructor that is called by reflection suspends")
    public static void constructor() throws Throwable {
        Constructor<IndirectCases> constructor =
                IndirectCases.class.getDeclaredConstructor(String.class, long.class, double[].class);
        unpinned(() -> {
            Check.equal("a1[2.0]", constructor.newInstance("a", 1L, new double[] {2}).text);
            Check.equal("b2null", constructor.newInstance("b", (byte) 2, null).text);
            InvocationTargetException wrapped =
                    Check.fails(InvocationTargetException.class, () -> constructor.newInstance(null, 'x', null));
            Check.equal("no text", wrapped.getCause().getMessage());
        });
    }

    private enum Kind {
        ONLY
    }

    private abstract static class Unmade {
        Unmade() {}
    }

    private static final class Failing {
        static final int NUMBER = fail();

        Failing() {}

        private static int fail() {
            throw new IllegalStateException("meant");
        }

        static void call() {}
    }

    @Case("what a constructor cannot do by reflection is refused as ever")
    public static void refusedConstructors() throws Throwable {
        Task.start(() -> {
                    Suspend.now();
                    Constructor<IndirectCases> constructor =
                            IndirectCases.class.getDeclaredConstructor(String.class, long.class, double[].class);
                    Check.fails(IllegalArgumentException.class, () -> constructor.newInstance("a"));
                    Check.fails(IllegalArgumentException.class, () -> constructor.newInstance("a", 1.5, null));
                    Check.fails(IllegalArgumentException.class, () -> constructor.newInstance("a", null, null));
                    Check.fails(IllegalArgumentException.class, () -> constructor.newInstance(1, 1L, null));
                    Constructor<?> ofEnum = Kind.class.getDeclaredConstructors()[0];
                    ofEnum.setAccessible(true);
                    Check.fails(IllegalArgumentException.class, () -> ofEnum.newInstance("OTHER", 1));
                    Check.fails(
                            InstantiationException.class,
                            () -> Unmade.class.getDeclaredConstructor().newInstance());
                    Constructor<?> hidden = Runtime.class.getDeclaredConstructor();
                    Check.fails(IllegalAccessException.class, hidden::newInstance);
                    Constructor<?> failing = Failing.class.getDeclaredConstructor();
                    Check.fails(ExceptionInInitializerError.class, failing::newInstance);
                    Check.fails(NoClassDefFoundError.class, failing::newInstance);
                    Method call = Failing.class.getDeclaredMethod("call");
                    Check.fails(NoClassDefFoundError.class, () -> call.invoke(null));
                })
                .finish();
    }

    /** Called by reflection. */
    static String widened(short s, int i, long l, float f, double d, char c, Object o) {
        Suspend.now();
        return s + " " + i + " " + l + " " + f + " " + d + " " + c + " " + o;
    }

    @Case("arguments of a call by reflection are widened, and the call suspends")
    public static void widening() throws Throwable {
        Method method = IndirectCases.class.getDeclaredMethod(
                "widened", short.class, int.class, long.class, float.class, double.class, char.class, Object.class);
        byte b = -1;
        Object[][] all = {
            {b, b, b, b, b, 'c', b},
            {(short) 2, (short) 3, (short) 4, (short) 5, (short) 6, 'c', 's'},
            {(short) 2, 'i', 'l', 'f', 'd', 'c', null},
            {b, 7, 8, 9, 10, 'c', "o"},
            {b, 7, 8L, 9L, 10L, 'c', "o"},
            {b, 7, 8L, 9f, 10f, 'c', "o"},
            {b, 7, 8L, 9f, 10d, 'c', "o"}
        };
        unpinned(() -> {
            for (Object[] each : all) {
                Out.line(method.invoke(null, each));
                Out.line(Arrays.toString(each));
            }
        });
        Object[] wrong = {'s', 7L, 8f, 9d, "d", b, null, true};
        for (int i = 0; i < 6; i++) {
            Object[] arguments = all[6].clone();
            arguments[i] = wrong[i];
            Check.fails(IllegalArgumentException.class, () -> method.invoke(null, arguments));
        }
    }

    @Case("a sleep that is called by reflection suspends")
    public static void sleep() throws Throwable {
        Method sleep = Thread.class.getMethod("sleep", long.class);
        unpinned(() -> {
            sleep.invoke(null, 1L);
            sleep.invoke(null, 1);
        });
    }

    private interface Service {
        void nothing() throws IOException;

        int number(byte b, char c, long l) throws IOException, InterruptedException;

        String[] texts(String... texts) throws Throwable;

        double fraction();

        boolean truth();
    }

    private static Service service(InvocationHandler handler) {
        return (Service) Proxy.newProxyInstance(
                IndirectCases.class.getClassLoader(), new Class<?>[] {Service.class, Callable.class}, handler);
    }

    @Case("a call of a proxy suspends in its handler, and gives the value that the handler gives")
    public static void proxyValues() throws Throwable {
        Service service = service((proxy, method, arguments) -> {
            Suspend.now();
            switch (method.getName()) {
                case "number":
                    return (Byte) arguments[0] + (Character) arguments[1] + ((Long) arguments[2]).intValue();
                case "texts":
                    return arguments[0];
                case "fraction":
                    return 0.5;
                case "truth":
                    return true;
                default:
                    return method.getName();
            }
        });
        unpinned(() -> {
            service.nothing();
            Check.equal(1 + 'a' + 5, service.number((byte) 1, 'a', 5));
            Check.equal("[x, y]", Arrays.toString(service.texts("x", "y")));
            Check.equal(0.5, service.fraction());
            Check.that(service.truth(), "true");
            Check.equal("call", ((Callable<?>) service).call());
        });
    }

    @Case("what a proxy's handler throws after a suspension passes if it is declared, else it is wrapped")
    public static void proxyExceptions() throws Throwable {
        Throwable[] next = new Throwable[1];
        Service service = service((proxy, method, arguments) -> {
            Suspend.now();
            throw next[0];
        });
        unpinned(() -> {
            next[0] = new java.io.FileNotFoundException("meant");
            Check.same(next[0], Check.fails(java.io.FileNotFoundException.class, service::nothing));
            Check.same(
                    next[0], Check.fails(java.io.FileNotFoundException.class, () -> service.number((byte) 0, 'a', 0)));
            Throwable wrapped = Check.fails(UndeclaredThrowableException.class, service::fraction);
            Check.same(next[0], wrapped.getCause());
            next[0] = new InterruptedException();
            Check.fails(InterruptedException.class, () -> service.number((byte) 0, 'a', 0));
            Check.fails(UndeclaredThrowableException.class, service::nothing);
            Check.fails(InterruptedException.class, service::texts);
            next[0] = new Throwable("any");
            Check.same(next[0], Check.fails(Throwable.class, service::texts));
            next[0] = new AssertionError("error");
            Check.same(next[0], Check.fails(AssertionError.class, service::truth));
            next[0] = new IllegalStateException("unchecked");
            Check.same(next[0], Check.fails(IllegalStateException.class, service::nothing));
        });
    }

    @Case("a proxy's handler that gives the wrong type, or null for a number, is told so")
    public static void proxyWrongValues() throws Throwable {
        Service service = service((proxy, method, arguments) -> {
            Suspend.now();
            return method.getName().equals("truth") ? null : "wrong";
        });
        Service ofLongs = service((proxy, method, arguments) -> Suspend.with((Object) 1L));
        Task.start(() -> {
                    Check.fails(NullPointerException.class, service::truth);
                    // a number is not converted to another
                    Check.fails(ClassCastException.class, () -> ofLongs.number((byte) 0, 'a', 0));
                    Check.fails(ClassCastException.class, ofLongs::fraction);
                    Check.fails(ClassCastException.class, service::fraction);
                    Check.fails(ClassCastException.class, () -> service.texts().clone());
                    // the same where the frame keeps something
                    Check.fails(ClassCastException.class, () -> service.texts()[0].concat(service.toString()));
                    service.nothing();
                })
                .finish();
    }

    private static final class Ticket {
        private final int number = 5;
    }

    private interface Office {
        Ticket ticket();

        Runnable task();
    }

    @SuppressWarnings("unchecked")
    private static <T> T wrong() {
        return (T) Suspend.with((Object) new int[] {1, 2, 3});
    }

    /** Where the wrong type is refused, and whether that is under the monitor. */
    private static String refused(Callable<?> asked) {
        Object lock = new Object();
        String told = "";
        synchronized (lock) {
            try {
                told += asked.call();
            } catch (ClassCastException e) {
                told += e.getMessage() + ", held " + Thread.holdsLock(lock);
            } catch (Exception e) {
                told += e;
            }
        }
        return told + ", " + Thread.holdsLock(lock);
    }

    private static int numberUnder(Supplier<Ticket> office, Object lock) {
        synchronized (lock) {
            try {
                return office.get().number;
            } catch (ClassCastException e) {
                Check.that(Thread.holdsLock(lock), "left");
                return -1;
            }
        }
    }

    private interface Counter {
        Ticket next();
    }

    private static int numberOf(Counter counter, Object lock) {
        synchronized (lock) {
            try {
                return counter.next().number;
            } catch (ClassCastException e) {
                Check.that(Thread.holdsLock(lock), "left");
                return -1;
            }
        }
    }

    @Case("a wrong type that a proxy or a generic method gives after a wait is refused where it was asked for")
    public static void wrongTypes() throws Throwable {
        Office office = (Office) Proxy.newProxyInstance(
                IndirectCases.class.getClassLoader(),
                new Class<?>[] {Office.class},
                (proxy, method, arguments) -> Suspend.with((Object) "wrong"));
        Object lock = new Object();
        Task.start(() -> {
                    Out.line(refused(office::ticket));
                    Out.line(refused(() -> office.ticket().number));
                    Out.line(refused(office::task));
                    Check.equal(-1, numberUnder(office::ticket, lock));
                    Check.equal(-1, numberOf(IndirectCases::wrong, lock));
                    Check.that(!Thread.holdsLock(lock), "kept");
                })
                .finish();
        // nobody else has the monitor
        Check.equal(-1, numberOf(IndirectCases::wrong, lock));
    }

    @Case("a proxy that hands on to another object by reflection suspends all the way")
    public static void delegatingProxy() throws Throwable {
        Service inner = service((proxy, method, arguments) -> {
            Suspend.now();
            return 5;
        });
        Service outer = service((proxy, method, arguments) -> {
            try {
                return method.invoke(inner, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
        unpinned(() -> Check.equal(5, outer.number((byte) 1, 'b', 3)));
    }

    @Case("the trace of a failing constructor called by reflection shows the call, after suspensions")
    public static void constructorTrace() throws Throwable {
        Constructor<IndirectCases> constructor =
                IndirectCases.class.getDeclaredConstructor(String.class, long.class, double[].class);
        Task.start(() -> {
                    Throwable wrapped =
                            Check.fails(InvocationTargetException.class, () -> constructor.newInstance(null, 1L, null));
                    sayTrace(wrapped.getCause());
                    sayTrace(wrapped);
                })
                .finish();
    }

    private static void sayTrace(Throwable exception) {
        for (StackTraceElement each : exception.getStackTrace()) {
            if (each.getClassName().equals(Task.class.getName())) {
                break;
            }
            if (!each.getClassName().startsWith("jdk.internal.reflect.")) {
                Out.line(each);
            }
        }
    }
}
