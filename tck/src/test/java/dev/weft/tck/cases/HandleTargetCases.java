package dev.weft.tck.cases;

import static java.lang.invoke.MethodType.methodType;

import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Fibers;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls by method handles of methods that wait: in a fiber they free the carrier. The class stays whole because it is a
 * list of cases with one subject.
 */
public final class HandleTargetCases {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType TEXT = methodType(String.class, String.class);

    private HandleTargetCases() {}

    /** A method called by handles. */
    public interface Named {
        /** Waits. */
        String name(String text);

        /** Waits. */
        default String twice(String text) {
            return Suspend.with(name(text)) + name(text);
        }
    }

    /** Overrides what its heir calls by a handle of the kind {@code invokespecial}. */
    public static class Base implements Named {
        @Override
        public String name(String text) {
            return "base " + Suspend.with(text);
        }
    }

    private static final class Heir extends Base {
        @Override
        public String name(String text) {
            return "heir " + Suspend.with(text);
        }

        static MethodHandle superName() throws ReflectiveOperationException {
            return MethodHandles.lookup().findSpecial(Base.class, "name", TEXT, Heir.class);
        }
    }

    private static String one(String text) {
        Suspend.now();
        return "one " + text;
    }

    private static String two(String text) {
        Suspend.now();
        return "two " + text;
    }

    private static String join(String text, long number, double fraction) {
        Suspend.now();
        return text + number + fraction;
    }

    private static Object shout(Object text) {
        Suspend.now();
        return text.toString().toUpperCase(java.util.Locale.ROOT);
    }

    private static int product(int a, int b) {
        return Suspend.with(a) * Suspend.with(b);
    }

    private static double half(double value) {
        return Suspend.with(value) / 2;
    }

    private static void append(StringBuilder text) {
        Suspend.now();
        text.append('.');
    }

    private static String fail(String text) {
        Suspend.now();
        throw new IllegalStateException(text);
    }

    private static boolean isLong(String text) {
        return text.length() > 2;
    }

    private static MethodHandle find(String name, MethodType type) throws ReflectiveOperationException {
        return LOOKUP.findStatic(HandleTargetCases.class, name, type);
    }

    private static MethodHandle text(String name) throws ReflectiveOperationException {
        return find(name, TEXT);
    }

    @Case("what is called by a method handle frees the carrier when it waits")
    public static void direct() throws Throwable {
        MethodHandle one = text("one");
        MethodHandle append = find("append", methodType(void.class, StringBuilder.class));
        MethodHandle half = find("half", methodType(double.class, double.class));
        MethodHandle product = find("product", methodType(int.class, int.class, int.class));
        MethodHandle name = LOOKUP.findVirtual(Named.class, "name", TEXT);
        MethodHandle twice = LOOKUP.findVirtual(Named.class, "twice", TEXT);
        MethodHandle base = Heir.superName();
        StringBuilder dots = new StringBuilder();
        long before = Fibers.pinned();
        for (int i = 0; i < 200; i++) {
            Check.equal("one x", (String) one.invokeExact("x"));
            append.invokeExact(dots);
            Check.equal(1.25, (double) half.invokeExact(2.5));
            Check.equal(12, (int) product.invokeExact(3, 4));
            Check.equal("heir x", (String) name.invokeExact((Named) new Heir(), "x"));
            Check.equal("heir xheir x", (String) twice.invokeExact((Named) new Heir(), "x"));
            Check.equal("base x", (String) base.invokeExact(new Heir(), "x"));
        }
        Check.equal(200, dots.length());
        Check.equal(before, Fibers.pinned());
    }

    private static int traced(String text) {
        Suspend.now();
        for (StackTraceElement each : new Throwable().getStackTrace()) {
            if (each.getClassName().equals(HandleTargetCases.class.getName())) {
                Out.line(text + " " + each);
            }
        }
        StackWalker.getInstance().forEach(each -> {
            if (each.getClassName().equals(HandleTargetCases.class.getName())) {
                Out.line(text + " walked " + each.getMethodName());
            }
        });
        return text.length();
    }

    private static int failBeforeLength(String text) {
        return fail(text).length();
    }

    private static int caught(IllegalStateException failure, String text) {
        return traced(text);
    }

    @Case("what was called by handles that convert its result, or catch exceptions, sees its callers after a wait")
    public static void traces() throws Throwable {
        MethodHandle traced = find("traced", methodType(int.class, String.class));
        MethodHandle caught = find("caught", methodType(int.class, IllegalStateException.class, String.class));
        MethodHandle catching = MethodHandles.catchException(traced, IllegalStateException.class, caught);
        MethodHandle fail = find("failBeforeLength", methodType(int.class, String.class));
        MethodHandle failing = MethodHandles.catchException(fail, IllegalStateException.class, caught);
        for (int i = 0; i < 2; i++) {
            Check.equal(9, (Object) traced.invoke("converted"));
            Check.equal(5, traced.invokeWithArguments("array"));
            Check.equal(8, (int) catching.invokeExact("catching"));
            Check.equal(6, (int) failing.invokeExact("caught"));
        }
    }

    @Case("what is called through combined method handles frees the carrier when it waits")
    public static void combined() throws Throwable {
        MethodHandle one = text("one");
        MethodHandle two = text("two");
        MethodHandle join = find("join", methodType(String.class, String.class, long.class, double.class));
        MethodHandle shout = find("shout", methodType(Object.class, Object.class));
        MethodHandle isLong = find("isLong", methodType(boolean.class, String.class));
        MethodHandle inserted = MethodHandles.insertArguments(join, 1, 5L, 0.5);
        MethodHandle permuted = MethodHandles.permuteArguments(
                join, methodType(String.class, double.class, String.class, long.class), 1, 2, 0);
        MethodHandle guarded = MethodHandles.guardWithTest(isLong, one, two);
        MethodHandle filtered =
                MethodHandles.filterReturnValue(one.asType(methodType(Object.class, String.class)), shout);
        MethodHandle folded = MethodHandles.foldArguments(
                MethodHandles.dropArguments(one, 1, String.class), MethodHandles.identity(String.class));
        MutableCallSite site = new MutableCallSite(one);
        MethodHandle dynamic = site.dynamicInvoker();
        SwitchPoint point = new SwitchPoint();
        MethodHandle switched = point.guardWithTest(one, two);
        List<Object> said = new ArrayList<>();
        long before = Fibers.pinned();
        for (int i = 0; i < 200; i++) {
            said.clear();
            said.add((String) one.bindTo("bound").invokeExact());
            said.add((String) inserted.invokeExact("inserted"));
            said.add((String) permuted.invokeExact(1.5, "permuted", 7L));
            said.add((String) guarded.invokeExact("long"));
            said.add((String) guarded.invokeExact("s"));
            said.add((Object) filtered.invokeExact("filtered"));
            said.add((String) folded.invokeExact("folded"));
            site.setTarget(i % 2 == 0 ? one : two);
            String dynamicName = (String) dynamic.invokeExact("dynamic");
            Check.equal(i % 2 == 0 ? "one dynamic" : "two dynamic", dynamicName);
            said.add((String) switched.invokeExact("switched"));
            said.add((String) MethodHandles.exactInvoker(TEXT).invokeExact(one, "invoker"));
            said.add(one.invokeWithArguments("arguments"));
            said.add(one.invoke((Object) "adapted"));
            if (i == 100) {
                SwitchPoint.invalidateAll(new SwitchPoint[] {point});
            }
        }
        Check.equal(before, Fibers.pinned());
        Out.line(said);
    }

    @Case("what a method handle does with results and exceptions it does after a wait, too")
    public static void results() throws Throwable {
        MethodHandle one = text("one");
        MethodHandle product = find("product", methodType(int.class, int.class, int.class));
        MethodHandle shout = find("shout", methodType(Object.class, Object.class));
        for (int i = 0; i < 40; i++) {
            Check.equal(12L, (long) product.invoke(3, (byte) 4));
            Check.equal((Object) 12, product.invoke((Integer) 3, (Object) 4));
            MethodHandle number = shout.asType(methodType(Integer.class, Object.class));
            Check.fails(ClassCastException.class, () -> {
                Integer wrong = (Integer) number.invokeExact((Object) "no number");
                Out.line(wrong);
            });
            MethodHandle fail = text("fail");
            Check.equal(
                    "meant",
                    Check.fails(IllegalStateException.class, () -> {
                                String wrong = (String) fail.invokeExact("meant");
                                Out.line(wrong);
                            })
                            .getMessage());
            MethodHandle caught = MethodHandles.catchException(
                    fail,
                    IllegalStateException.class,
                    MethodHandles.dropArguments(one, 0, IllegalStateException.class));
            Check.equal("one x", (String) caught.invokeExact("x"));
        }
        Out.line(Check.fails(WrongMethodTypeException.class, () -> {
                    Object wrong = one.invokeExact("x");
                    Out.line(wrong);
                })
                .getMessage());
        MethodHandle none = Suspend.with((MethodHandle) null);
        Check.fails(NullPointerException.class, () -> {
            String wrong = (String) none.invokeExact("x");
            Out.line(wrong);
        });
    }

    @Case("a call of a handle by a wrong type fails in the JDK's own methods")
    public static void wrongTypes() throws ReflectiveOperationException {
        MethodHandle number = MethodHandles.lookup()
                .findStatic(HandleTargetCases.class, "number", MethodType.methodType(long.class, String.class));
        inTheJdk(() -> {
            Object wrong = number.invokeExact("x");
        });
        inTheJdk(() -> {
            long wrong = (long) number.invoke("x", 1);
        });
    }

    private static void inTheJdk(Body body) {
        for (StackTraceElement each :
                Check.fails(WrongMethodTypeException.class, body).getStackTrace()) {
            if (each.getClassName().equals(HandleTargetCases.class.getName())) {
                break;
            }
            Out.line(each);
        }
    }

    private static long number(String text) {
        Suspend.now();
        return text.length();
    }

    private static void nothing(String text) {
        Suspend.now();
    }

    private static boolean failsOrNot(boolean fails) {
        Suspend.now();
        if (fails) {
            Suspend.now();
            throw new IllegalStateException("failed");
        }
        return true;
    }

    private static boolean recover(IllegalStateException e, boolean fails) {
        Suspend.now();
        Check.that(fails, e.getMessage());
        return false;
    }

    private static boolean throwAgain(IllegalStateException e, boolean fails) {
        Suspend.now();
        throw new IllegalStateException("again " + e.getMessage());
    }

    @Case("handles that convert a result, or catch exceptions, free the carrier when what they call waits")
    public static void conversions() throws Throwable {
        MethodHandle number = find("number", methodType(long.class, String.class));
        MethodHandle nothing = find("nothing", methodType(void.class, String.class));
        MethodHandle half = find("half", methodType(double.class, double.class));
        MethodHandle boxed = number.asType(methodType(Object.class, String.class));
        MethodHandle inDouble = number.asType(methodType(double.class, String.class));
        MethodHandle zeroed = nothing.asType(methodType(Object.class, String.class));
        MethodHandle zero = nothing.asType(methodType(int.class, String.class));
        MethodHandle unboxed = half.asType(methodType(Object.class, double.class));
        MethodType type = methodType(boolean.class, boolean.class);
        MethodType ofCatcher = methodType(boolean.class, IllegalStateException.class, boolean.class);
        MethodHandle target = find("failsOrNot", type);
        MethodHandle caught =
                MethodHandles.catchException(target, IllegalStateException.class, find("recover", ofCatcher));
        MethodHandle thrown =
                MethodHandles.catchException(target, IllegalStateException.class, find("throwAgain", ofCatcher));
        MethodHandle nested =
                MethodHandles.catchException(thrown, IllegalStateException.class, find("recover", ofCatcher));
        MethodHandle other =
                MethodHandles.catchException(target, Error.class, MethodHandles.dropArguments(target, 0, Error.class));
        long before = Fibers.pinned();
        for (int i = 0; i < 200; i++) {
            Check.equal((Object) 3L, (Object) boxed.invokeExact("abc"));
            Check.equal(2.0, (double) inDouble.invokeExact("ab"));
            Check.equal(null, (Object) zeroed.invokeExact("x"));
            Check.equal(0, (int) zero.invokeExact("x"));
            Check.equal((Object) 0.5, (Object) unboxed.invokeExact(1.0));
            Check.that((boolean) caught.invokeExact(false), "no exception");
            Check.that(!(boolean) caught.invokeExact(true), "recovered");
            Check.that(!(boolean) nested.invokeExact(true), "recovered from what the first one has thrown");
            Check.equal("again failed", failure(thrown));
            Check.equal("failed", failure(other));
        }
        Check.equal(before, Fibers.pinned());
    }

    private static String failed(RuntimeException failure, Object argument) {
        Suspend.now();
        return failure.getMessage() + " of " + argument;
    }

    @Case("a handle that catches exceptions may be used as one of a wider result, or of narrower arguments")
    public static void views() throws Throwable {
        MethodHandle failed = find("failed", methodType(String.class, RuntimeException.class, Object.class));
        MethodHandle caught = MethodHandles.catchException(
                text("fail").asType(methodType(String.class, Object.class)), RuntimeException.class, failed);
        MethodHandle wider = caught.asType(methodType(Object.class, String.class));
        // nothing is converted, nor looked at: to the VM an interface is as good as any class
        MethodHandle unlooked =
                MethodHandles.explicitCastArguments(caught, methodType(Comparable.class, CharSequence.class));
        MethodHandle bound = MethodHandles.insertArguments(wider, 0, "b");
        MethodHandle behind =
                MethodHandles.filterReturnValue(wider, find("shout", methodType(Object.class, Object.class)));
        for (int i = 0; i < 200; i++) {
            Check.equal("a of a", (Object) caught.invoke("a"));
            Check.equal("a of a", (Object) wider.invokeExact("a"));
            Check.equal("a of a", (Comparable<?>) unlooked.invokeExact((CharSequence) "a"));
            Check.equal("b of b", (Object) bound.invokeExact());
            Check.equal("C OF C", (Object) behind.invokeExact("c"));
        }
    }

    private static String failure(MethodHandle handle) {
        return Check.fails(IllegalStateException.class, () -> {
                    boolean wrong = (boolean) handle.invokeExact(true);
                    Out.line(wrong);
                })
                .getMessage();
    }

    @Case("a method called by a handle waits in a monitor, and is resumed in the middle of a loop")
    public static void monitor() throws Throwable {
        MethodHandle one = text("one");
        Object lock = new Object();
        StringBuilder all = new StringBuilder();
        long before = Fibers.pinned();
        for (int i = 0; i < 20; i++) {
            synchronized (lock) {
                all.append(i).append((String) one.invokeExact(" ")).append(i);
                LockSupport.parkNanos(1);
            }
        }
        Check.equal(before, Fibers.pinned());
        Out.line(all);
    }
}
