package dev.weft.tck.programs;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Prints the methods that the constant pools of lambdas' classes name, as libraries read them that look for the types
 * of parameters, and whether these pools and that of this class name anything else of the runtime. It needs {@code
 * java.lang} and {@code jdk.internal.reflect} opened.
 */
public final class ReadConstants {
    /** Not the package of this class. */
    private static final Pattern RUNTIME = Pattern.compile("(java|internal)[./]weft|\\$weft");

    private ReadConstants() {}

    private static int lengthOf(String text) {
        Thread.yield();
        return text.length();
    }

    /** All that can be had, sorted, one per line. */
    public static void main(String[] args) throws Exception {
        Function<String, Integer> lambda = text -> {
            Thread.yield();
            return text.length() + 1;
        };
        BiFunction<String, Integer, Long> two = (text, number) -> (long) lengthOf(text) + number;
        Function<String, Integer> reference = ReadConstants::lengthOf;
        Thread thread = new Thread(() -> {
            lambda.apply("a");
            two.apply("a", 1);
            reference.apply("a");
        });
        thread.start();
        thread.join();
        print(lambda);
        print(two);
        print(reference);
        print(new ReadConstants());
    }

    private static void print(Object of) throws Exception {
        Method getConstantPool = Class.class.getDeclaredMethod("getConstantPool");
        getConstantPool.setAccessible(true);
        Object constants = getConstantPool.invoke(of.getClass());
        TreeSet<String> texts = new TreeSet<>();
        for (Object each : all(constants, "getMethodAt")) {
            if (!(each instanceof Constructor)) {
                texts.add(each.toString());
            }
        }
        System.out.println(texts);
        printRuntime(constants);
    }

    /** What the plain JDK does not have. */
    private static void printRuntime(Object constants) throws Exception {
        for (String kind : List.of("getClassAt", "getFieldAt", "getMemberRefInfoAt", "getNameAndTypeRefInfoAt")) {
            List<Object> found = all(constants, kind);
            int ofRuntime = 0;
            for (Object each : found) {
                String text = each instanceof Object[] ? Arrays.toString((Object[]) each) : each.toString();
                ofRuntime += RUNTIME.matcher(text).find() ? 1 : 0;
            }
            System.out.println(kind + (found.isEmpty() ? ": none" : ": some") + ", of the runtime: " + ofRuntime);
        }
    }

    private static List<Object> all(Object constants, String kind) throws Exception {
        Method size = constants.getClass().getMethod("getSize");
        Method at = constants.getClass().getMethod(kind, int.class);
        List<Object> found = new ArrayList<>();
        for (int i = 0; i < (Integer) size.invoke(constants); i++) {
            try {
                found.add(at.invoke(constants, i));
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof IllegalArgumentException)) {
                    throw e;
                }
            }
        }
        return found;
    }
}
