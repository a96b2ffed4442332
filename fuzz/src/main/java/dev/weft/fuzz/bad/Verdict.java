package dev.weft.fuzz.bad;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;
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
        } catch (Error | RuntimeException e) {
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
        StringBuilder text = new StringBuilder();
        tell(text, type::toGenericString);
        tell(text, () -> Arrays.toString(type.getGenericInterfaces()));
        tell(text, () -> Arrays.toString(type.getAnnotatedInterfaces()));
        tell(text, type::getNestHost);
        tell(text, () -> Arrays.toString(type.getNestMembers()));
        tell(text, () -> type.isSealed() + Arrays.toString(type.getPermittedSubclasses()));
        tell(text, () -> type.isRecord() ? Arrays.toString(type.getRecordComponents()) : "");
        tell(text, type::getEnclosingMethod);
        tell(text, type::getEnclosingClass);
        tell(text, () -> Stream.of(type.getDeclaredClasses())
                .map(Class::getName)
                .sorted()
                .toList());
        try {
            text.append(' ').append(Arrays.toString(type.getAnnotations()));
            Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                    .flatMap(Arrays::stream)
                    .map(Verdict::member)
                    .sorted()
                    .forEach(each -> text.append("; ").append(each));
        } catch (Error | RuntimeException e) {
            text.append(error(e));
        }
        return text.toString();
    }

    private static void tell(StringBuilder text, Supplier<Object> what) {
        try {
            text.append(what.get());
        } catch (Error | RuntimeException e) {
            text.append(error(e));
        }
        text.append(' ');
    }

    private static String member(Member member) {
        StringBuilder text = new StringBuilder(member + " " + Integer.toHexString(member.getModifiers()) + " ");
        tell(text, () -> Arrays.stream(((AnnotatedElement) member).getAnnotations())
                .map(String::valueOf)
                .collect(Collectors.joining(" ")));
        if (member instanceof Field) {
            tell(text, ((Field) member)::toGenericString);
            tell(text, ((Field) member)::getAnnotatedType);
        } else if (member instanceof Executable) {
            Executable executable = (Executable) member;
            tell(text, executable::toGenericString);
            tell(text, () -> Arrays.toString(executable.getParameters()));
            tell(text, () -> Arrays.deepToString(executable.getParameterAnnotations()));
            tell(text, executable::getAnnotatedReturnType);
            if (executable instanceof Method) {
                tell(text, () -> Arrays.deepToString(new Object[] {((Method) executable).getDefaultValue()}));
            }
        }
        return text.toString();
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
