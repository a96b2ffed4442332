package dev.weft.tck.blocking;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * An operation of the list.
 *
 * @param section in the table
 */
public record OperationMethod(String section, String name, How how, Method method) {
    /** All of them, in the order of the table. */
    public static List<OperationMethod> all() {
        List<OperationMethod> all = new ArrayList<>();
        add(all, StreamOperations.class, "Streams, files of the kernel that wait");
        add(all, ChannelOperations.class, "Channels");
        add(all, SocketOperations.class, "Sockets");
        add(all, ProcessOperations.class, "Processes");
        add(all, SlowOperations.class, "Files and names, with slow system calls");
        return all;
    }

    private static void add(List<OperationMethod> all, Class<?> type, String section) {
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Operation.class))
                .map(method -> {
                    Operation operation = method.getAnnotation(Operation.class);
                    return new OperationMethod(section, operation.value(), operation.how(), method);
                })
                .sorted(Comparator.comparing(OperationMethod::name))
                .forEach(all::add);
    }

    /** Whether it needs a terminal. */
    public boolean isOfConsole() {
        return name.startsWith("Console.");
    }

    Scenario make() throws Throwable {
        try {
            return (Scenario) method.invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
