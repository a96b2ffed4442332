package dev.weft.tck.programs;

import java.io.IOException;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Prints a line for each class of java.base and of the class path: a hash of all that reflection and serialization say
 * about it. Members are sorted, since the VM gives them in an order that differs from run to run. With the name of a
 * class as the argument, prints that class in full.
 */
public final class Metadata {
    private final List<String> lines = new ArrayList<>();

    /** What the API of JEP 444 adds to JDK 17: meant to be seen. Lists leave out what it overloads. */
    private static final Set<String> ADDED = Set.of(
            "ofPlatform",
            "ofVirtual",
            "startVirtualThread",
            "isVirtual",
            "threadId",
            "close",
            "resultNow",
            "exceptionNow",
            "state",
            "newVirtualThreadPerTaskExecutor",
            "newThreadPerTaskExecutor",
            "current",
            "callAs");

    private Metadata() {}

    /** Describes the classes. */
    public static void main(String[] args) throws IOException {
        for (String name : args.length > 0 ? List.of(args) : names()) {
            Metadata metadata = new Metadata();
            try {
                metadata.describe(Class.forName(name, false, Metadata.class.getClassLoader()));
            } catch (ClassNotFoundException | LinkageError e) {
                metadata.lines.add(e.getClass().getName());
            }
            Collections.sort(metadata.lines);
            if (args.length > 0) {
                metadata.lines.forEach(System.out::println);
            }
            System.out.println(name + " " + metadata.lines.size() + " " + metadata.lines.hashCode());
        }
    }

    private static List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        addAll(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base"), names);
        for (String each : System.getProperty("java.class.path").split(":")) {
            addAll(Path.of(each), names);
        }
        // forms of lambdas are put into the image when it is linked, and Weft's own classes are not plain Java's
        names.removeIf(each -> each.startsWith("java.lang.invoke.") && each.endsWith("$Holder")
                || !each.startsWith("dev.weft.tck.") && (each.contains("weft") || each.contains(".Weft")));
        // these call Weft's own API, and the plain JVM cannot resolve what they mention
        names.removeIf(each -> each.startsWith("dev.weft.tck.continuations.")
                || each.startsWith("dev.weft.tck.locals.")
                || each.startsWith("dev.weft.tck.schedulers.")
                || each.equals("dev.weft.tck.Runner$InOrder")
                || each.equals("dev.weft.tck.programs.FibersBeanValues")
                || each.startsWith("dev.weft.tck.programs.RecordedSamples")
                || each.equals("dev.weft.tck.soak.ContinuationWork"));
        // these two have other members that are not public, and another interface, for the API of JEP 444
        names.removeAll(List.of("java.lang.Thread", "java.util.concurrent.ExecutorService"));
        Collections.sort(names);
        return names;
    }

    private static void addAll(Path root, List<String> names) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .forEach(file -> names.add(
                            file.substring(0, file.length() - ".class".length()).replace('/', '.')));
        }
    }

    private void describe(Class<?> type) {
        lines.add(type.toGenericString() + type.getModifiers() + type.isSynthetic() + type.getSuperclass());
        lines.add(Arrays.toString(type.getInterfaces()) + annotations(type) + type.getNestHost());
        lines.add("" + type.getEnclosingMethod() + type.getEnclosingClass() + type.isRecord() + type.isSealed());
        List<Method> declared = withoutAdded(type, type.getDeclaredMethods());
        for (Method each : declared) {
            lines.add("declared " + describe(each) + each.isBridge() + each.isDefault()
                    + Arrays.deepToString(new Object[] {each.getDefaultValue()}));
        }
        for (Method each : withoutAdded(type, type.getMethods())) {
            lines.add("public " + describe(each));
        }
        for (Executable each : type.getDeclaredConstructors()) {
            lines.add(describe(each));
        }
        for (Executable each : type.getConstructors()) {
            lines.add("public " + describe(each));
        }
        for (Field each : type.getDeclaredFields()) {
            lines.add(each.toGenericString() + each.getModifiers() + annotations(each));
        }
        if (Serializable.class.isAssignableFrom(type)) {
            ObjectStreamClass form = ObjectStreamClass.lookupAny(type);
            lines.add(form + Arrays.toString(form.getFields()));
        }
    }

    private static List<Method> withoutAdded(Class<?> type, Method[] methods) {
        boolean mayHave = Thread.class.isAssignableFrom(type)
                || ForkJoinPool.class.isAssignableFrom(type)
                || Future.class.isAssignableFrom(type)
                || type == Executors.class
                || type.getName().equals("javax.security.auth.Subject");
        List<Method> result = new ArrayList<>(List.of(methods));
        result.removeIf(each -> mayHave && ADDED.contains(each.getName()));
        return result;
    }

    private static final Set<String> OF_VM =
            Set.of("jdk.internal.vm.annotation.Contended", "jdk.internal.vm.annotation.ReservedStackAccess");

    /** Their members come in the order of a hash map that was filled in the order of methods. */
    private static String annotations(AnnotatedElement element) {
        String[] parts = Arrays.stream(element.getAnnotations())
                // where a field lies, and which method may use the end of the stack, is the JDK's own business
                .filter(each -> !OF_VM.contains(each.annotationType().getName()))
                .toList()
                .toString()
                .split("[(), ]+");
        Arrays.sort(parts);
        return String.join(" ", parts);
    }

    private static String describe(Executable member) {
        StringBuilder text = new StringBuilder(member.toGenericString());
        text.append(member.getModifiers()).append(member.isSynthetic()).append(member.isVarArgs());
        for (Parameter each : member.getParameters()) {
            text.append(each)
                    .append(each.getModifiers())
                    .append(each.isNamePresent())
                    .append(each.isImplicit())
                    .append(annotations(each));
        }
        return text.append(annotations(member)).toString();
    }
}
