package dev.weft.tck.api;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import java.io.ObjectStreamClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import javax.security.auth.Subject;

/** The API as reflection and method handles see it: names, signatures, kinds; and nothing else. */
public final class ShapeCases {
    private ShapeCases() {}

    /** Says the method's signature with its type parameters, without {@code final}. */
    private static void say(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = type.getMethod(name, parameters);
        Out.line(method.toGenericString().replace(" final ", " "));
    }

    @Case("the methods that Thread gains have the documented signatures")
    public static void methodsOfThread() throws Throwable {
        say(Thread.class, "ofVirtual");
        say(Thread.class, "ofPlatform");
        say(Thread.class, "startVirtualThread", Runnable.class);
        say(Thread.class, "isVirtual");
        say(Thread.class, "threadId");
        say(Thread.class, "join", Duration.class);
        say(Thread.class, "sleep", Duration.class);
    }

    @Case("the methods that executors and Subject gain have the documented signatures")
    public static void methodsOfOthers() throws Throwable {
        say(Executors.class, "newVirtualThreadPerTaskExecutor");
        say(Executors.class, "newThreadPerTaskExecutor", ThreadFactory.class);
        say(ExecutorService.class, "close");
        say(ForkJoinPool.class, "close");
        say(Subject.class, "current");
        say(Subject.class, "callAs", Subject.class, Callable.class);
        Check.that(ExecutorService.class.getMethod("close").isDefault(), "close is a default method");
        Check.equal(
                Arrays.asList(java.util.concurrent.Executor.class, AutoCloseable.class),
                Arrays.asList(ExecutorService.class.getInterfaces()));
    }

    @Case("Thread.Builder and its kinds are sealed interfaces with covariant setters")
    public static void builders() {
        for (Class<?> type :
                new Class<?>[] {Thread.Builder.class, Thread.Builder.OfPlatform.class, Thread.Builder.OfVirtual.class
                }) {
            Check.that(type.isSealed() && type.isInterface(), type + " is sealed");
            Out.line(type + " " + Modifier.toString(type.getModifiers()) + " in " + type.getEnclosingClass());
            Out.line(Arrays.toString(type.getPermittedSubclasses()));
            TreeSet<String> methods = new TreeSet<>();
            for (Method each : type.getDeclaredMethods()) {
                if (!each.isBridge()) {
                    methods.add(each.toGenericString());
                }
            }
            methods.forEach(Out::line);
        }
    }

    @Case("nobody can extend a builder or see the classes behind it")
    public static void implementations() {
        for (Thread.Builder each : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
            Class<?> type = each.getClass();
            Check.that(Modifier.isFinal(type.getModifiers()), type + " is final");
            Check.that(!Modifier.isPublic(type.getModifiers()), type + " is not public");
        }
        Class<?> virtual = Thread.ofVirtual().unstarted(() -> {}).getClass();
        Check.that(Modifier.isFinal(virtual.getModifiers()), "VirtualThread is final");
        Check.that(!Modifier.isPublic(virtual.getModifiers()), "VirtualThread is not public");
        Check.that(virtual.getSuperclass().isSealed(), "BaseVirtualThread is sealed");
    }

    @Case("the API works by reflection")
    public static void reflection() throws Throwable {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> type = Class.forName("java.lang.Thread$Builder$OfVirtual");
        builder = type.getMethod("name", String.class).invoke(builder, "reflected");
        Method start = Class.forName("java.lang.Thread$Builder").getMethod("start", Runnable.class);
        Thread thread = (Thread) start.invoke(builder, (Runnable) () -> {});
        Check.equal(true, Thread.class.getMethod("join", Duration.class).invoke(thread, Duration.ofMinutes(1)));
        Check.equal(true, Thread.class.getMethod("isVirtual").invoke(thread));
        Check.equal("reflected", thread.getName());
    }

    @Case("the API works by method handles")
    public static void methodHandles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodHandle start = lookup.findStatic(
                Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        Thread thread = (Thread) start.invokeExact((Runnable) () -> {});
        MethodHandle isVirtual = lookup.findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        Check.that((boolean) isVirtual.invokeExact(thread), "it is virtual");
        MethodHandle executor = lookup.findStatic(
                Executors.class, "newVirtualThreadPerTaskExecutor", MethodType.methodType(ExecutorService.class));
        ExecutorService service = (ExecutorService) executor.invokeExact();
        MethodHandle close = lookup.findVirtual(ExecutorService.class, "close", MethodType.methodType(void.class));
        close.invokeExact(service);
        Check.that(service.isTerminated(), "it is closed");
        thread.join();
    }

    @Case("Thread has no public member that the documentation does not name")
    public static void nothingElse() {
        for (Class<?> each : Thread.class.getClasses()) {
            Out.line(each);
        }
        TreeSet<String> names = new TreeSet<>();
        for (Method each : Thread.class.getMethods()) {
            if (each.getDeclaringClass() == Thread.class) {
                names.add(each.getName());
            }
        }
        names.removeAll(java.util.List.of("suspend", "resume", "countStackFrames", "checkAccess"));
        Out.line(names);
    }

    @Case("serializable classes that gain members keep their identifiers")
    public static void serialization() {
        Out.line(ObjectStreamClass.lookup(Subject.class).getSerialVersionUID());
        Out.line(ObjectStreamClass.lookup(Thread.State.class).getSerialVersionUID());
        Check.same(null, ObjectStreamClass.lookup(Thread.class));
        Check.same(null, ObjectStreamClass.lookup(ForkJoinPool.class));
    }
}
