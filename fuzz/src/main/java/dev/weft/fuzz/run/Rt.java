package dev.weft.fuzz.run;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * What generated programs call. All that they do is told to {@code t}; the digest of it is what two runs must agree on.
 * For one program at a time, on one thread.
 *
 * <p>The class stays whole because generated programs name this one class.
 */
public final class Rt {
    private static final Object[] LOCKS = {new Object(), new int[1], new Lock(), new String("lock")};
    private static final int MAX_LOG = 60_000;

    /**
     * So many frames of a trace are compared, the innermost. The VM cuts traces at 1,024, and a reflective call of a
     * fiber has more of the JDK's frames than one whose accessor is generated.
     */
    private static final int MAX_TRACE = 100;

    private static final int MAX_YIELDS = 1000;

    /** What no two runs have in common. */
    private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]+");

    private static long digest;
    private static int events;
    private static int fuel;
    private static StringBuilder log;
    private static int yieldRate;
    private static int yields;
    private static long chance;

    private Rt() {}

    /** An object with twins of its own. */
    private static final class Lock {}

    /** Thrown by programs. */
    public static class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** An exception with that message. */
        public Failure(String message) {
            super(message, null, false, false);
        }
    }

    /** A subclass, for handlers that tell them apart. */
    public static final class SubFailure extends Failure {
        private static final long serialVersionUID = 1L;

        /** An exception with that message. */
        public SubFailure(String message) {
            super(message);
        }
    }

    /** A checked exception. */
    public static final class CheckedFailure extends Exception {
        private static final long serialVersionUID = 1L;

        /** An exception without a trace. */
        public CheckedFailure() {
            super("checked", null, false, false);
        }
    }

    /** For lambdas. */
    public interface IntFn {
        /** Anything. */
        int f(int x);
    }

    /** For lambdas of objects. */
    public interface ObjFn {
        /** Anything. */
        Object f(Object x);

        /** A default method that calls the abstract one. */
        default Object twice(Object x) {
            return f(f(x));
        }
    }

    /** Forgets the last run. */
    public static void reset(int newFuel, boolean isLogged, int newYieldRate, long seed) {
        digest = 17;
        events = 0;
        fuel = newFuel;
        log = isLogged ? new StringBuilder() : null;
        yieldRate = newYieldRate;
        yields = MAX_YIELDS;
        chance = seed * 0x9E3779B97F4A7C15L + 1;
    }

    /** The digest of all that was told. */
    public static long digest() {
        return digest;
    }

    /** How many things were told. */
    public static int events() {
        return events;
    }

    /** All that was told, as text, if it was asked for. */
    public static String log() {
        return log == null ? "" : log.toString();
    }

    /** What remains to be told at the end: whether all monitors were left. */
    public static void finish() {
        for (Object lock : LOCKS) {
            t(Thread.holdsLock(lock) ? 1 : 0);
        }
    }

    /** Enters and leaves all monitors, on a thread that is none of the program's: hangs if one was not left. */
    public static void enterAllMonitors() {
        for (Object lock : LOCKS) {
            synchronized (lock) {
                events += 0;
            }
        }
    }

    private static void told(char kind, long value) {
        digest = (digest ^ kind) * 0x100000001B3L + value;
        digest ^= digest >>> 29;
        events++;
        if (log != null && log.length() < MAX_LOG) {
            log.append(kind).append(' ').append(value).append('\n');
        }
        maybeYield();
    }

    private static void maybeYield() {
        if (yieldRate == 0 || yields == 0) {
            return;
        }
        long x = chance;
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
        chance = x;
        if ((x >>> 8) % yieldRate == 0) {
            yields--;
            Thread.yield();
        }
    }

    /** Tells a number. */
    public static void t(int value) {
        told('I', value);
    }

    /** Tells a number. */
    public static void t(long value) {
        told('J', value);
    }

    /** Tells a number. */
    public static void t(float value) {
        told('F', Float.floatToIntBits(value));
    }

    /** Tells a number. */
    public static void t(double value) {
        told('D', Double.doubleToLongBits(value));
    }

    /** Tells an object: by contents where it has any, else by its class. */
    public static void t(Object value) {
        if (log != null && value instanceof LinkageError) {
            // no program throws one: it is what the VM says of a resumer, say
            ((LinkageError) value).printStackTrace();
        }
        told('L', hash(value));
    }

    private static long hash(Object value) {
        if (value == null) {
            return 0;
        } else if (value instanceof String || value instanceof Number || value instanceof Character) {
            return value.hashCode();
        } else if (value instanceof int[]) {
            return Arrays.hashCode((int[]) value);
        } else if (value instanceof long[]) {
            return Arrays.hashCode((long[]) value);
        } else if (value instanceof double[]) {
            return Arrays.hashCode((double[]) value);
        } else if (value instanceof float[]) {
            return Arrays.hashCode((float[]) value);
        } else if (value instanceof byte[]) {
            return Arrays.hashCode((byte[]) value);
        } else if (value instanceof char[]) {
            return Arrays.hashCode((char[]) value);
        } else if (value instanceof short[]) {
            return Arrays.hashCode((short[]) value);
        } else if (value instanceof boolean[]) {
            return Arrays.hashCode((boolean[]) value);
        } else if (value instanceof Object[]) {
            Object[] array = (Object[]) value;
            return array.length * 31L + (array.length > 0 && array[0] instanceof String ? array[0].hashCode() : 0);
        } else if (value instanceof Class) {
            return ((Class<?>) value).getName().hashCode();
        } else if (value instanceof Failure) {
            return ((Failure) value).getMessage().hashCode();
        } else if (value instanceof ObjFn || value instanceof IntFn) {
            return 7;
        }
        return value instanceof Throwable
                ? hashOfThrown((Throwable) value)
                : value.getClass().getName().hashCode();
    }

    /**
     * Its class, its message and the frames of the program. Nobody asks for the message of a NullPointerException:
     * where its own look at the code does not come to a place, JDK 17 crashes over the question.
     */
    private static long hashOfThrown(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.getClass().getName());
        if (thrown instanceof RuntimeException && !(thrown instanceof NullPointerException)) {
            text.append(IDENTITY.matcher(String.valueOf(thrown.getMessage())).replaceAll("@"));
        }
        int told = 0;
        for (StackTraceElement each : thrown.getStackTrace()) {
            if (told < MAX_TRACE && each.getClassName().startsWith("fuzzed.")) {
                text.append('\n').append(each).append(each.getLineNumber());
                told++;
            }
        }
        if (log != null && log.length() < MAX_LOG) {
            log.append(text).append('\n');
        }
        return text.toString().hashCode();
    }

    /** Tells it and gives it back. */
    public static int id(int value) {
        told('i', value);
        return value;
    }

    /** Tells it and gives it back. */
    public static long id(long value) {
        told('j', value);
        return value;
    }

    /** Tells it and gives it back. */
    public static float id(float value) {
        told('f', Float.floatToIntBits(value));
        return value;
    }

    /** Tells it and gives it back. */
    public static double id(double value) {
        told('d', Double.doubleToLongBits(value));
        return value;
    }

    /** Tells it and gives it back. */
    public static Object id(Object value) {
        told('l', hash(value));
        return value;
    }

    /** Tells it and gives it back. */
    public static String id(String value) {
        told('s', hash(value));
        return value;
    }

    /** Calls a method reflectively; what it throws comes as it is. */
    public static Object call(Class<?> host, String name, String desc, Object target, Object[] arguments)
            throws Throwable {
        for (Method each : host.getDeclaredMethods()) {
            MethodType type = MethodType.methodType(each.getReturnType(), each.getParameterTypes());
            if (each.getName().equals(name) && type.toMethodDescriptorString().equals(desc)) {
                each.setAccessible(true);
                try {
                    return each.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
        throw new NoSuchMethodError(name + desc);
    }

    /** Links a call site to a method of the program. */
    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type, MethodHandle target) {
        return new ConstantCallSite(target.asType(type));
    }

    /** The value of a dynamic constant. */
    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type, int number) {
        if (type == long.class) {
            return number * 0x123456789L;
        } else if (type == double.class) {
            return number * 2.25;
        } else if (type == int.class) {
            return number;
        }
        return name + number;
    }

    /** Whether the program has run long enough. Each loop and method asks. */
    public static boolean out() {
        maybeYield();
        return --fuel < 0;
    }

    /** For switches. */
    public enum Colour {
        /** One. */
        RED,
        /** Another. */
        GREEN,
        /** A third. */
        BLUE
    }

    /** Of any number. */
    public static Colour colour(int index) {
        maybeYield();
        return Colour.values()[Math.floorMod(index, 3)];
    }

    /** An object to lock. */
    public static Object lock(int index) {
        maybeYield();
        return LOCKS[index & 3];
    }

    /** Tells whether the caller holds the monitor. */
    public static void holds(Object lock) {
        told('h', lock != null && Thread.holdsLock(lock) ? 1 : 0);
    }

    /** Waits for a millisecond on a monitor that the caller holds. */
    public static void pause(Object lock) throws InterruptedException {
        told('w', 0);
        lock.wait(1);
    }

    /** An exception to throw. */
    public static Throwable failure(int kind) {
        maybeYield();
        switch (kind & 3) {
            case 0:
                return new Failure("failure");
            case 1:
                return new SubFailure("subfailure");
            case 2:
                return new CheckedFailure();
            default:
                return new AssertionError("error");
        }
    }

    /** Throws, perhaps. */
    public static void check(int value) {
        told('c', value);
        if ((value & 3) == 3) {
            throw new Failure("check");
        }
    }
}
