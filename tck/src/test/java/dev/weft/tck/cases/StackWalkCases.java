package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Runner;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Walks of the stack see the frames of suspended callers, and those alone, whatever lies between them.
 *
 * <p>A list of independent cases, whole because they have one subject.
 */
public final class StackWalkCases {
    private static final String END = Task.class.getName();

    private StackWalkCases() {}

    private static void inTask(Body body) throws Throwable {
        Task.start(body).finish();
    }

    private static String describe(StackFrame frame) {
        return frame.getDeclaringClass().getName()
                + "." + frame.getMethodName() + frame.getMethodType() + frame.getDescriptor() + " at "
                + frame.getFileName() + ":" + frame.getLineNumber() + " " + frame.isNativeMethod() + " "
                + frame.toStackTraceElement().equals(frame.toStackTraceElement());
    }

    /** All frames down to the task's body; generated classes have other names in each JVM. */
    private static List<String> frames(Stream<StackFrame> all) {
        return all.filter(each -> !each.getClassName().contains("Lambda"))
                .takeWhile(each -> !each.getClassName().equals(END))
                .map(StackWalkCases::describe)
                .collect(Collectors.toList());
    }

    private static List<String> descend(int rest, String path, Set<Option> options) throws Exception {
        if (rest > 0) {
            Suspend.now();
            List<String> below = new ArrayList<>(descend(rest - 1, path + rest, options));
            Suspend.now();
            return below;
        }
        return StackWalker.getInstance(options).walk(StackWalkCases::frames);
    }

    @Case("frames of a walk have class, method, type and line, suspended or not")
    public static void details() throws Throwable {
        inTask(() -> descend(3, "", Set.of(Option.RETAIN_CLASS_REFERENCE)).forEach(Out::line));
    }

    @Case("walks see the frames of doPrivileged around an action, the hidden ones if they ask for them")
    @SuppressWarnings("removal")
    public static void privilegedActions() throws Throwable {
        for (Option option : List.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES)) {
            Set<Option> options = EnumSet.of(Option.RETAIN_CLASS_REFERENCE, option);
            inTask(() -> {
                AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> {
                    descend(0, "", options).forEach(Out::line);
                    return null;
                });
                AccessController.doPrivileged(
                        (PrivilegedAction<Object>) () -> {
                            Suspend.now();
                            descending(options).forEach(Out::line);
                            Out.line(StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                                    .getCallerClass());
                            return null;
                        },
                        AccessController.getContext());
            });
        }
    }

    private static List<String> descending(Set<Option> options) {
        try {
            return descend(1, "", options);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Case("a walk by forEach, and one that is ended early, see the same frames")
    public static void forEachAndLimit() throws Throwable {
        inTask(() -> {
            Suspend.now();
            List<String> all = new ArrayList<>();
            StackWalker.getInstance().forEach(each -> all.add(each.getMethodName()));
            Out.line(all.subList(0, 1));
            Out.line(StackWalker.getInstance()
                    .walk(each -> each.limit(2).map(StackFrame::toString).toList())
                    .get(0));
        });
    }

    @Case("a walker without class references refuses them")
    public static void withoutReferences() throws Throwable {
        inTask(() -> {
            Suspend.now();
            StackFrame own =
                    StackWalker.getInstance().walk(all -> all.findFirst().get());
            Check.fails(UnsupportedOperationException.class, own::getDeclaringClass);
            Check.fails(UnsupportedOperationException.class, own::getMethodType);
            Check.fails(UnsupportedOperationException.class, () -> StackWalker.getInstance()
                    .getCallerClass());
        });
    }

    @Case("a walk is over when its function has returned")
    public static void closedWalk() throws Throwable {
        inTask(() -> {
            Suspend.now();
            Stream<StackFrame> kept = StackWalker.getInstance().walk(all -> all);
            Check.fails(IllegalStateException.class, () -> kept.forEach(each -> {}));
        });
    }

    /** Called by reflection. */
    public static List<String> walkReflected(Set<Option> options) throws Exception {
        return descend(1, "", options);
    }

    @Case("frames of reflection are shown only to those who ask")
    public static void reflection() throws Throwable {
        Method method = StackWalkCases.class.getMethod("walkReflected", Set.class);
        inTask(() -> {
            Suspend.now();
            for (Set<Option> options : List.of(
                    Set.of(Option.RETAIN_CLASS_REFERENCE),
                    Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_REFLECT_FRAMES))) {
                @SuppressWarnings("unchecked")
                List<String> frames = (List<String>) method.invoke(null, options);
                // how many frames the JDK's own accessors have depends on how often they are used
                frames.stream()
                        .filter(each -> !each.startsWith("jdk.internal.reflect."))
                        .forEach(Out::line);
            }
        });
    }

    /** Called by reflection. */
    public static List<String> walkAtOnce(Set<Option> options) {
        return StackWalker.getInstance(options).walk(StackWalkCases::frames);
    }

    @Case("a reflective call that has not been suspended shows the same frames")
    public static void reflectionAtOnce() throws Throwable {
        Method method = StackWalkCases.class.getMethod("walkAtOnce", Set.class);
        inTask(() -> {
            @SuppressWarnings("unchecked")
            List<String> frames = (List<String>) method.invoke(null, Set.of(Option.RETAIN_CLASS_REFERENCE));
            frames.forEach(Out::line);
        });
    }

    /** A class loader is a lock that the VM takes, too: a frame that holds one cannot be left. */
    private static final class Lock extends ClassLoader {
        private static Object walkHolding(Body body) throws Throwable {
            synchronized (new Lock()) {
                Suspend.now();
                body.run();
                return Suspend.with("");
            }
        }
    }

    @Case("walks and traces see suspended frames on both sides of one that is not left")
    public static void aroundPinnedFrames() throws Throwable {
        inTask(() -> {
            Suspend.now();
            outside(2);
        });
    }

    private static void outside(int rest) throws Throwable {
        Suspend.now();
        if (rest > 0) {
            outside(rest - 1);
            return;
        }
        Lock.walkHolding(() -> inside(2));
    }

    private static void inside(int rest) throws Throwable {
        Suspend.now();
        if (rest > 0) {
            inside(rest - 1);
            return;
        }
        StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                .walk(StackWalkCases::frames)
                .forEach(Out::line);
        Arrays.stream(new Throwable().getStackTrace())
                .filter(each -> !each.getClassName().contains("Lambda"))
                .takeWhile(each -> !each.getClassName().equals(END))
                .forEach(Out::line);
        Check.same(StackWalkCases.class, callerOf());
    }

    private static Class<?> callerOf() {
        return Asking.caller();
    }

    private static final class Asking {
        private final Class<?> maker =
                StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass();

        static Class<?> caller() {
            Suspend.now();
            return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        }

        static Class<?> callerAtOnce() {
            return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        }

        @Override
        public String toString() {
            return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                    .getCallerClass()
                    .getName();
        }
    }

    @Case("the caller of a method that is not left is the class that has called it")
    public static void callerOfPlainMethod() throws Throwable {
        inTask(() -> {
            Suspend.now();
            Check.equal(StackWalkCases.class.getName(), new Asking().toString());
        });
    }

    @Case("the caller of what reflection calls is the class that has called reflection")
    public static void callerByReflection() throws Throwable {
        Constructor<Asking> constructor = Asking.class.getDeclaredConstructor();
        for (String name : List.of("caller", "callerAtOnce")) {
            Method method = Asking.class.getDeclaredMethod(name);
            inTask(() -> {
                for (int i = 0; i < 20; i++) {
                    Check.same(StackWalkCases.class, method.invoke(null));
                    Check.same(StackWalkCases.class, constructor.newInstance().maker);
                }
            });
        }
    }

    @Case("a method that nobody has called has no caller")
    public static void noCaller() throws Throwable {
        Throwable[] thrown = new Throwable[2];
        Thread thread = new Thread("root") {
            @Override
            public void run() {
                for (int i = 0; i < 2; i++) {
                    try {
                        StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass();
                    } catch (IllegalCallerException e) {
                        thrown[i] = e;
                    }
                    Suspend.now();
                }
            }
        };
        thread.start();
        thread.join();
        Check.equal("no caller frame", thrown[0].getMessage());
        Check.equal("no caller frame", thrown[1].getMessage());
    }

    @SuppressWarnings("removal")
    private static final class Manager extends SecurityManager {
        Class<?>[] context() {
            return getClassContext();
        }
    }

    private static void sayContext(int rest) {
        Suspend.now();
        if (rest > 0) {
            sayContext(rest - 1);
            return;
        }
        for (Class<?> each : new Manager().context()) {
            if (each == Task.class) {
                break;
            }
            if (!each.getName().contains("Lambda")) {
                Out.line(each.getName());
            }
        }
    }

    @Case("a security manager's class context has the classes of suspended callers")
    public static void classContext() throws Throwable {
        inTask(() -> sayContext(3));
    }

    @SuppressWarnings("removal")
    private static class Overriding extends SecurityManager {
        @Override
        protected Class<?>[] getClassContext() {
            Suspend.now();
            return super.getClassContext();
        }

        Class<?>[] direct() {
            return super.getClassContext();
        }

        Class<?>[] byHandle() throws Throwable {
            return (Class<?>[]) MethodHandles.lookup()
                    .findVirtual(Overriding.class, "getClassContext", MethodType.methodType(Class[].class))
                    .invokeExact(this);
        }
    }

    private static class OverridingTwice extends Overriding {
        @Override
        protected Class<?>[] getClassContext() {
            Class<?>[] all = super.getClassContext();
            all[0] = String.class;
            return all;
        }
    }

    /** Does not override it, and calls it by its own name. */
    private static final class Heir extends OverridingTwice {
        Class<?>[] context() {
            return getClassContext();
        }
    }

    private static void sayAll(String what, Class<?>[] classes) {
        StringBuilder line = new StringBuilder(what);
        for (Class<?> each : classes) {
            if (each == Task.class || each == Thread.class || each == Runner.class) {
                break;
            }
            // a lambda's own class leaves no frame where it was suspended
            if (!each.getName().contains("Lambda") && !each.isAnonymousClass()) {
                line.append(' ').append(each.getSimpleName());
            }
        }
        Out.line(line.toString());
    }

    private static void sayOverridden() throws Throwable {
        Suspend.now();
        sayAll("overridden", new Overriding().getClassContext());
        sayAll("direct", new Overriding().direct());
        sayAll("by a handle", new Overriding().byHandle());
        sayAll("overridden twice", new OverridingTwice().getClassContext());
        sayAll("past the override", new OverridingTwice().direct());
        sayAll("of an heir", new Heir().context());
        sayAll("by reflection", (Class<?>[])
                Overriding.class.getDeclaredMethod("getClassContext").invoke(new Heir()));
    }

    @Case("a security manager's class context may be overridden, and the overriding method may call it")
    public static void overriddenContext() throws Throwable {
        sayOverridden();
        inTask(StackWalkCases::sayOverridden);
        // string concatenation calls plain copies
        Object plain = new Object() {
            @Override
            public String toString() {
                try {
                    sayOverridden();
                } catch (Throwable t) {
                    throw new AssertionError(t);
                }
                return "";
            }
        };
        Check.equal("", plain.toString());
    }

    @Case("the logger of the system finds the method that logs")
    public static void systemLogger() throws Throwable {
        java.util.logging.Logger logger = java.util.logging.Logger.getLogger(StackWalkCases.class.getName());
        logger.setUseParentHandlers(false);
        List<String> sources = new ArrayList<>();
        logger.addHandler(new java.util.logging.Handler() {
            @Override
            public void publish(java.util.logging.LogRecord entry) {
                Suspend.now();
                sources.add(entry.getSourceClassName() + "." + entry.getSourceMethodName());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        inTask(() -> {
            Suspend.now();
            log();
        });
        Check.equal(List.of(StackWalkCases.class.getName() + ".log"), sources);
        // the log manager holds a named logger weakly: without this, a collection takes the handler along
        Reference.reachabilityFence(logger);
    }

    private static void log() {
        System.Logger logger = System.getLogger(StackWalkCases.class.getName());
        Suspend.now();
        logger.log(System.Logger.Level.WARNING, "logged");
    }

    private record Point(int x, int y) implements Serializable {}

    @Case("the latest user's class loader is found below frames of the JDK, suspended on both sides of one that is not")
    public static void latestLoader() throws Throwable {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(Map.of("key", new Point(1, 2)));
        }
        inTask(() -> {
            Suspend.now();
            Lock.walkHolding(() -> {
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                    Suspend.now();
                    Check.equal(Map.of("key", new Point(1, 2)), in.readObject());
                }
            });
        });
    }

    @Case("the trace of a thread that blocks in a frame that is not left has its frames")
    public static void traceOfAPinnedThread() throws Throwable {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Task task = Task.start(() -> {
            Suspend.now();
            new Object() {
                @Override
                public String toString() {
                    begun.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return "";
                }
            }.toString();
        });
        begun.await();
        Await.state(task, Thread.State.WAITING);
        StackTraceElement[] trace = task.getStackTrace();
        end.countDown();
        task.finish();
        for (StackTraceElement each : trace) {
            if (!each.getClassName().contains("Lambda")) {
                Out.line(each);
            }
        }
    }
}
