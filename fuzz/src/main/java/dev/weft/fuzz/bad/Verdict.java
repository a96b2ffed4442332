package dev.weft.fuzz.bad;

import java.lang.annotation.AnnotationFormatError;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What becomes of a class file: an error, or a class with members. */
final class Verdict {
    private Verdict() {}

    /**
     * Defines and links a class in a loader of its own, without initializing it.
     *
     * @param isNamed whether the loader says which name it expects
     */
    static String of(byte[] file, boolean isNamed) {
        try {
            Class<?> type = new Definer().define(isNamed ? nameIn(file) : null, file);
            // links, too
            type.getDeclaredMethods();
            return describe(type);
        } catch (LinkageError | RuntimeException e) {
            return error(e);
        }
    }

    /** As {@link #of}; and what the method {@code run} answers. */
    static String ofRun(byte[] file) {
        String verdict;
        try {
            Class<?> type = new Definer().define(null, file);
            verdict = type.getDeclaredMethods().length > 0 ? describe(type) : "";
            Object answer = type.getMethod("run").invoke(null);
            return verdict + " answers " + answer;
        } catch (InvocationTargetException e) {
            return error(e.getCause());
        } catch (Error | RuntimeException | ReflectiveOperationException e) {
            return error(e);
        }
    }

    /** The class of an error and its first line, without what differs from run to run. */
    static String error(Throwable e) {
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return e.getClass().getName() + ": "
                + line.replaceAll("@[0-9a-f]{5,}", "@").replaceAll("\\p{Cntrl}", "?");
    }

    private static String nameIn(byte[] file) {
        try {
            return new org.objectweb.asm.ClassReader(file).getClassName().replace('/', '.');
        } catch (RuntimeException e) {
            return "unreadable";
        }
    }

    /** All that reflection tells; members in the order of their texts. */
    static String describe(Class<?> type) {
        StringBuilder text = new StringBuilder(type.toGenericString());
        try {
            text.append(' ').append(Arrays.toString(type.getAnnotations()));
            Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                    .flatMap(Arrays::stream)
                    .map(Verdict::member)
                    .sorted()
                    .forEach(each -> text.append("; ").append(each));
        } catch (LinkageError | AnnotationFormatError | RuntimeException e) {
            text.append(error(e));
        }
        return text.toString();
    }

    private static String member(Member member) {
        String annotations = Arrays.stream(((AnnotatedElement) member).getAnnotations())
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
        return member + " " + Integer.toHexString(member.getModifiers()) + " " + annotations;
    }

    private static final class Definer extends ClassLoader {
        Definer() {
            super(Verdict.class.getClassLoader());
        }

        Class<?> define(String name, byte[] file) {
            return defineClass(name, file, 0, file.length);
        }
    }
}
