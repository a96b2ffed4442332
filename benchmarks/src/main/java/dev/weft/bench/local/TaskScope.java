package dev.weft.bench.local;

import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** A {@code StructuredTaskScope} of JDK 25 ({@code --enable-preview}), whose virtual threads inherit scoped values. */
final class TaskScope {
    private final Consumer<Consumer<Runnable>> task;

    TaskScope(Consumer<Consumer<Runnable>> task) {
        this.task = task;
    }

    void run() {
        try {
            Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
            Class<?> joiners = Class.forName("java.util.concurrent.StructuredTaskScope$Joiner");
            Object joiner = joiners.getMethod("awaitAll").invoke(null);
            Object scope = type.getMethod("open", joiners).invoke(null, joiner);
            Method fork = type.getMethod("fork", Callable.class);
            try (AutoCloseable closed = (AutoCloseable) scope) {
                task.accept(each -> fork(fork, closed, each));
                type.getMethod("join").invoke(scope);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fork(Method fork, Object scope, Runnable each) {
        try {
            fork.invoke(scope, (Callable<Object>) () -> {
                each.run();
                return null;
            });
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
