package jdk.internal.weft.thread;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.weft.CarrierContext;
import jdk.internal.misc.Unsafe;

/** Hides what the weaver adds to classes from reflection. */
@SuppressWarnings("removal")
public final class Reflections {
    private static final String MARK = "weft$";
    private static final String SUFFIX = "$weft";

    /** In descriptors of what twins call. */
    private static final String CONTEXT = "Ljava/weft/CarrierContext;";

    private Reflections() {}

    /** Without twins; the argument itself if there are none. */
    public static Method[] visible(Method[] methods) {
        if (methods.length > 0 && methods[0].getDeclaringClass() == SecurityManager.class) {
            showAsNative(methods);
        }
        int n = 0;
        for (Method each : methods) {
            if (isVisible(each)) {
                n++;
            }
        }
        if (n == methods.length) {
            return methods;
        }
        Method[] result = new Method[n];
        n = 0;
        for (Method each : methods) {
            if (isVisible(each)) {
                result[n++] = each;
            }
        }
        return result;
    }

    /**
     * Without {@code join(Duration)} and {@code sleep(Duration)} of Thread, which have the names of methods of JDK 17:
     * languages that choose a method by the number of its arguments look through such lists, and would find two where
     * the plain JDK has one. Who asks for them by their parameters finds them.
     */
    public static Method[] listed(Method[] copies) {
        int n = 0;
        for (Method each : copies) {
            if (!isOverload(each)) {
                copies[n++] = each;
            }
        }
        return n == copies.length ? copies : Arrays.copyOf(copies, n);
    }

    /**
     * Without {@code close} of {@link java.util.concurrent.ExecutorService}, unless that interface itself is asked: a
     * container for JDK 17 that looks for such a method in the class of an executor would wait, where it closes, for
     * tasks that it does not wait for there, some of which never end.
     */
    public static Method[] found(Method[] copies, Class<?> asked) {
        int n = 0;
        for (Method each : copies) {
            if (!isClose(each, asked)) {
                copies[n++] = each;
            }
        }
        return n == copies.length ? copies : Arrays.copyOf(copies, n);
    }

    /**
     * The same of one method; another one of that name is found in its place, if JDK 17 finds one.
     *
     * @throws NoSuchMethodException if it finds none
     */
    public static Method found(Method copy, Class<?> asked) throws NoSuchMethodException {
        if (!isClose(copy, asked)) {
            return copy;
        }
        for (Method each : asked.getMethods()) {
            if (each.getName().equals("close") && each.getParameterCount() == 0) {
                return each;
            }
        }
        throw new NoSuchMethodException(asked.getName() + ".close()");
    }

    private static boolean isClose(Method method, Class<?> asked) {
        Class<?> declaring = method.getDeclaringClass();
        return declaring != asked
                && method.getName().equals("close")
                && declaring.getName().equals("java.util.concurrent.ExecutorService")
                && method.getParameterCount() == 0;
    }

    private static boolean isOverload(Method method) {
        return method.getDeclaringClass() == Thread.class && lastParameter(method) == Duration.class;
    }

    /** The one native method that a recipe has given a body. */
    private static void showAsNative(Method[] ofSecurityManager) {
        Unsafe unsafe = Unsafe.getUnsafe();
        for (Method each : ofSecurityManager) {
            if (each.getName().equals("getClassContext")) {
                long modifiers = unsafe.objectFieldOffset(Method.class, "modifiers");
                unsafe.putInt(each, modifiers, each.getModifiers() | Modifier.NATIVE);
            }
        }
    }

    private static boolean isVisible(Method method) {
        String name = method.getName();
        if (name.endsWith(SUFFIX)) {
            return lastParameter(method) != CarrierContext.class;
        }
        if (method.getDeclaringClass() == ClassLoader.class) {
            // of ClassLoaderMixin
            return !name.startsWith(MARK) && !name.equals("appendToClassPathForInstrumentation");
        }
        return !name.startsWith(MARK) || method.getDeclaringClass().getClassLoader() != null;
    }

    /** Without added fields. */
    public static Field[] visible(Field[] fields) {
        int n = 0;
        Field[] result = new Field[fields.length];
        for (Field each : fields) {
            if (!each.getName().startsWith(MARK) || each.getDeclaringClass().getClassLoader() != null) {
                result[n++] = each;
            }
        }
        return n == fields.length ? fields : Arrays.copyOf(result, n);
    }

    /**
     * Without twins of constructors, and without those that are made for Weft's own calls, marked by their last
     * parameter.
     */
    public static Constructor<?>[] visible(Constructor<?>[] constructors) {
        int n = 0;
        Constructor<?>[] result = new Constructor<?>[constructors.length];
        for (Constructor<?> each : constructors) {
            Class<?> last = lastParameter(each);
            if (last != CarrierContext.class && last != NewThread.class) {
                result[n++] = each;
            }
        }
        return n == constructors.length ? constructors : Arrays.copyOf(result, n);
    }

    /**
     * The method or constructor that an entry of a constant pool names, or null; what the weaver has added is refused
     * as the VM refuses an entry of another kind.
     *
     * @throws IllegalArgumentException if it is a twin, or of the runtime
     */
    public static Member visible(Member named) {
        if (named == null) {
            return null;
        }
        if (lastParameter((Executable) named) == CarrierContext.class || isOfRuntime(named.getDeclaringClass())) {
            throw refusal();
        }
        return named;
    }

    /** The same of a field. */
    public static Field visible(Field named) {
        if (named != null && isOfRuntime(named.getDeclaringClass())) {
            throw refusal();
        }
        return named;
    }

    /** The same of a class. */
    public static Class<?> visible(Class<?> named) {
        if (named != null && isOfRuntime(named)) {
            throw refusal();
        }
        return named;
    }

    /** The same of a member's class, name and descriptor, or of the last two alone. */
    public static String[] visible(String[] words) {
        for (int i = 0; i < words.length; i++) {
            boolean isName = i == words.length - 2;
            if (!isName && (isOfRuntime(words[i]) || words[i].contains(CONTEXT))) {
                throw refusal();
            }
        }
        return words;
    }

    private static IllegalArgumentException refusal() {
        return new IllegalArgumentException("Wrong type at constant pool index");
    }

    /** Null if there is none. */
    private static Class<?> lastParameter(Executable member) {
        Class<?>[] parameters = member.getParameterTypes();
        return parameters.length == 0 ? null : parameters[parameters.length - 1];
    }

    private static boolean isOfRuntime(Class<?> type) {
        return type.getClassLoader() == null && isOfRuntime(type.getName().replace('.', '/'));
    }

    /** A name with slashes; no class of a program's can have such a one. */
    private static boolean isOfRuntime(String type) {
        return type.startsWith("java/weft/") || type.startsWith("jdk/internal/weft/");
    }
}
