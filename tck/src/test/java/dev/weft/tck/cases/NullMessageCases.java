package dev.weft.tck.cases;

import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;

/** Messages of NullPointerExceptions name what their author wrote, whatever was suspended between. */
public final class NullMessageCases {
    private static Holder shared = new Holder();
    private static final Object[] NOTHING = new Object[3];

    private NullMessageCases() {}

    private static final class Holder {
        private String text;
        private int number;
        private Holder next;
        private Holder[] many = new Holder[2];

        Holder next() {
            Suspend.now();
            return next;
        }

        Holder self() {
            Suspend.now();
            return this;
        }

        String join(String first, int second) {
            return text + first + second;
        }

        static int element(int[] numbers, long wide, int index) {
            int at = index;
            return numbers[at];
        }

        int lengthOf(Object[] things) {
            return things.length;
        }
    }

    private static int index(int value) {
        Suspend.now();
        return value;
    }

    private static void say(Body body) {
        Out.line(Check.fails(NullPointerException.class, body).getMessage());
    }

    static Object nothing() {
        Suspend.now();
        return null;
    }

    @Case("what a method handle has given is named by the method that has called it")
    public static void resultOfHandle() throws Throwable {
        MethodHandle nothing = MethodHandles.lookup()
                .findStatic(NullMessageCases.class, "nothing", MethodType.methodType(Object.class));
        say(() -> nothing.invokeWithArguments().hashCode());
    }

    @Case("operands that wait for arguments which suspend are named: locals, parameters and fields")
    public static void variables() {
        Holder none = null;
        Holder some = new Holder();
        say(() -> Check.equal("", none.join(Suspend.with("x"), Suspend.with(1))));
        say(() -> some.next.join(Suspend.with("x"), 1));
        say(() -> shared.next.join("x", index(1)));
        say(() -> shared.next.next.number = Suspend.with(1));
        say(() -> ofParameter(null, 2));
        say(() -> some.text.concat(Suspend.with("x")));
    }

    private static String ofParameter(Holder parameter, long wide) {
        Holder local = parameter;
        String text = "a" + local.join(Suspend.with("x"), index((int) wide));
        return text + wide;
    }

    @Case("methods that are too short to wait name their parameters and variables")
    public static void ofShortMethods() {
        Holder some = new Holder();
        Suspend.now();
        say(() -> Holder.element(null, 1, 2));
        say(() -> some.lengthOf(null));
    }

    @Case("array elements are named with array and index")
    public static void elements() {
        Holder some = new Holder();
        int one = 1;
        int[][] table = new int[2][];
        say(() -> some.many[1].join(Suspend.with("x"), 1));
        say(() -> some.many[one].number = index(1));
        say(() -> NOTHING[2].equals(table[one][index(0)]));
        say(() -> table[1][index(0)]++);
        say(() -> table[one][0] = index(2));
        say(() -> shared.many[0].many[1].many = Suspend.with((Holder[]) null));
    }

    @Case("results of calls are named by the method that was called")
    public static void results() {
        Holder some = new Holder();
        say(() -> some.next().join("x", 1));
        say(() -> some.next().join(Suspend.with("x"), index(1)));
        say(() -> some.self().next().number = index(3));
        say(() -> some.self().next.number = index(3));
        say(() -> some.self().many[0].text = Suspend.with("t"));
        say(() -> nothing(1, "", new int[0]).hashCode());
        say(() -> ((Holder) nothing(2, "")).join(Suspend.with("x"), index(1)));
        say(() -> {
            Holder copied = some;
            (copied = copied.next()).join(Suspend.with("x"), index(1));
        });
    }

    private static Object nothing(int number, String text, int[]... more) {
        Suspend.now();
        return null;
    }

    @Case("results of privileged actions and of reflection are named as the library's")
    @SuppressWarnings("removal")
    public static void substituted() throws Exception {
        Method method = NullMessageCases.class.getDeclaredMethod("nothing", int.class, String.class, int[][].class);
        say(() -> method.invoke(null, 1, "", null).hashCode());
        say(() -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> {
                    Suspend.now();
                    return null;
                })
                .hashCode());
    }

    @Case("casts, lengths and throws of suspended results have their reasons")
    public static void otherActions() {
        say(() -> Check.equal(1, ((Holder[]) nothing(1, "")).length));
        say(() -> {
            throw (RuntimeException) nothing(2, "");
        });
        say(() -> Check.equal((int) (Integer) nothing(3, ""), 3));
    }

    @Case("variables that are null on every path are named, and what the compiler has made is numbered as on the JDK")
    public static void alwaysNull() {
        say(() -> {
            Holder none = null;
            none.join(Suspend.with("x"), index(1));
        });
        say(() -> {
            int[] none = null;
            none[index(0)] += index(1);
        });
        say(() -> Holder.element((int[]) null, index(1), 0));
        say(() -> {
            RuntimeException none = null;
            Suspend.now();
            throw none;
        });
        say(() -> ((Holder) null).join("x", index(1)));
        say(() -> {
            int[] none = Suspend.with((int[]) null);
            Suspend.now();
            for (int each : none) {
                Check.equal(0, each);
            }
        });
        say(() -> {
            String[] none = {null};
            for (String each : none) {
                Suspend.now();
                switch (each) {
                    case "a":
                        Suspend.now();
                        break;
                    default:
                }
            }
        });
    }

    @Case("under a monitor no message has a name that nobody wrote")
    public static void underMonitors() {
        Holder none = null;
        synchronized (NOTHING) {
            String message = Check.fails(NullPointerException.class, () -> joinLocked(none))
                    .getMessage();
            Check.that(
                    message.startsWith("Cannot invoke \"" + Holder.class.getName() + ".join(String, int)\""), message);
            Check.that(!message.contains("<") && !message.contains("java.weft."), message);
        }
    }

    @Case("synchronizing on null says so")
    public static void nullMonitor() {
        Holder some = new Holder();
        String message = Check.fails(NullPointerException.class, () -> {
                    synchronized (some.next()) {
                        Suspend.now();
                    }
                })
                .getMessage();
        Check.that(message.startsWith("Cannot enter synchronized block"), message);
        Check.that(!message.contains("<local"), message);
    }

    private static synchronized String joinLocked(Holder none) {
        synchronized (shared) {
            return none.join(Suspend.with("x"), Suspend.with(1));
        }
    }

    @Case("waiting on and notifying null, and reflection without a method, say what could not be called")
    public static void nullReceivers() {
        Object none = Suspend.with((Object) null);
        Method noMethod = (Method) none;
        for (Body each : new Body[] {
            () -> none.wait(),
            () -> none.wait(1L),
            () -> none.wait(1L, 1),
            () -> none.notify(),
            () -> none.notifyAll(),
            () -> noMethod.invoke(null)
        }) {
            Check.fails(NullPointerException.class, each);
        }
        starts("Cannot invoke \"Object.wait(long)\"", () -> none.wait(1L));
        starts("Cannot invoke \"Object.wait(long, int)\"", () -> none.wait(1L, 1));
        starts("Cannot invoke \"java.lang.reflect.Method.invoke(Object, Object[])\"", () -> noMethod.invoke(null));
    }

    @Case("calls of a null method handle name the types of the call")
    public static void nullHandles() {
        MethodHandle none = Suspend.with((MethodHandle) null);
        String[][] names = {};
        String of = "Cannot invoke \"java.lang.invoke.MethodHandle.";
        starts(of + "invokeExact()\"", () -> none.invokeExact());
        starts(of + "invokeExact(int, Object, long[])\"", () -> {
            int result = (int) none.invokeExact(Suspend.with(1), (Object) "x", new long[2]);
        });
        starts(of + "invoke(String[][], " + Holder.class.getName() + "[], java.lang.Integer)\"", () -> {
            Object result = none.invoke(names, new Holder[1], Integer.valueOf(index(2)));
        });
    }

    @Case("a null that a lambda's class, a proxy's or a method handle unboxes has the message of the plain JDK")
    public static void unboxed() throws ReflectiveOperationException {
        IntSupplier number = NullMessageCases::noNumber;
        DoubleSupplier wider = NullMessageCases::noNumber;
        say(number::getAsInt);
        say(wider::getAsDouble);
        IntSupplier proxy = (IntSupplier) Proxy.newProxyInstance(
                NullMessageCases.class.getClassLoader(),
                new Class<?>[] {IntSupplier.class},
                (self, method, arguments) -> noNumber());
        say(proxy::getAsInt);
        MethodHandle handle = MethodHandles.lookup()
                .findStatic(NullMessageCases.class, "noNumber", MethodType.methodType(Integer.class));
        NullPointerException failure = Check.fails(NullPointerException.class, () -> {
            int result = (int) handle.invoke();
        });
        Out.line(failure.getMessage());
        for (StackTraceElement each : failure.getStackTrace()) {
            if (each.getClassName().equals(NullMessageCases.class.getName())) {
                break;
            }
            Out.line(each);
        }
    }

    private static Integer noNumber() {
        Suspend.now();
        return null;
    }

    private static void starts(String expected, Body body) {
        String message = Check.fails(NullPointerException.class, body).getMessage();
        Check.that(message.startsWith(expected), message);
    }
}
