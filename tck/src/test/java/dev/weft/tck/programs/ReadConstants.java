package dev.weft.tck.programs;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Prints the methods that the constant pools of lambdas' classes name, as libraries read them that look for the types
 * of parameters. It needs {@code java.lang} and {@code jdk.internal.reflect} opened.
 */
public final class ReadConstants {
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
    }

    private static void print(Object lambda) throws Exception {
        Method getConstantPool = Class.class.getDeclaredMethod("getConstantPool");
        getConstantPool.setAccessible(true);
        Object constants = getConstantPool.invoke(lambda.getClass());
        Method size = constants.getClass().getMethod("getSize");
        Method at = constants.getClass().getMethod("getMethodAt", int.class);
        List<Member> found = new ArrayList<>();
        for (int i = 0; i < (Integer) size.invoke(constants); i++) {
            try {
                found.add((Member) at.invoke(constants, i));
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof IllegalArgumentException)) {
                    throw e;
                }
            }
        }
        TreeSet<String> texts = new TreeSet<>();
        for (Member each : found) {
            if (!(each instanceof Constructor)) {
                texts.add(each.toString());
            }
        }
        System.out.println(texts);
    }
}
