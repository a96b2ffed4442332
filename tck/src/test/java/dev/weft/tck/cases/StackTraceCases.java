package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stack traces read as they do without Weft: same frames, same lines.
 *
 * <p>A list of independent cases, whole because they have one subject.
 */
@SuppressWarnings("removal")
public final class StackTraceCases {
    private static final String OWN = StackTraceCases.class.getName();

    private StackTraceCases() {}

    /** Says the frames down to the body of the task, which all ways to run a case have in common. */
    private static void say(StackTraceElement[] trace) {
        for (StackTraceElement each : trace) {
            if (each.getClassName().equals(Task.class.getName())) {
                break;
            }
            boolean isGenerated = each.getClassName().contains("$$Lambda$");
            if (!isGenerated && !each.getClassName().startsWith("jdk.internal.reflect.")) {
                Out.line(each);
            }
        }
    }

    private static void inTask(dev.weft.tck.Body body) throws Throwable {
        Task.start(body).finish();
    }

    private static int descend(int rest) {
        Suspend.now();
        if (rest == 0) {
            throw new IllegalStateException("at the bottom");
        }
        return descend(rest - 1) + 1;
    }

    @Case("the trace of an exception thrown after suspensions has the same frames and lines")
    public static void afterSuspensions() throws Throwable {
        inTask(() ->
                say(Check.fails(IllegalStateException.class, () -> descend(5)).getStackTrace()));
    }

    @Case("the trace of an exception thrown before any suspension has the same frames and lines")
    public static void beforeSuspensions() throws Throwable {
        inTask(() -> say(new Throwable().getStackTrace()));
    }

    @Case("an exception that another thread fills in once more has the frames of that one only")
    public static void filledInOnceMore() throws Throwable {
        Throwable[] made = new Throwable[1];
        inTask(() -> made[0] = Check.fails(IllegalStateException.class, () -> descend(2)));
        inTask(() -> {
            StackTraceElement[] trace = made[0].fillInStackTrace().getStackTrace();
            say(trace);
            boolean isOld =
                    Stream.of(trace).anyMatch(each -> each.getMethodName().equals("descend"));
            Check.that(!isOld, "no frame is that of the first thread");
        });
    }

    @Case("the trace is complete to the thread's run method")
    public static void complete() throws Throwable {
        StackTraceElement[][] traces = new StackTraceElement[2][];
        Thread thread = new Thread("traced") {
            @Override
            public void run() {
                traces[0] = new Throwable().getStackTrace();
                Suspend.now();
                traces[1] = new Throwable().getStackTrace();
            }
        };
        thread.start();
        thread.join();
        Out.line(List.of(traces[0]));
        Out.line(List.of(traces[1]));
    }

    @Case("the trace of a thread with a target ends in Thread.run")
    public static void endsInRun() throws Throwable {
        StackTraceElement[][] traces = new StackTraceElement[2][];
        Thread thread = new Thread(() -> {
            traces[0] = new Throwable().getStackTrace();
            Suspend.now();
            traces[1] = Thread.currentThread().getStackTrace();
        });
        thread.start();
        thread.join();
        Out.line(List.of(traces[0]));
        Out.line(List.of(traces[1]));
    }

    @Case("frames of library methods that call back are in the trace, with their lines")
    public static void throughTheLibrary() throws Throwable {
        inTask(() -> {
            IllegalStateException thrown =
                    Check.fails(IllegalStateException.class, () -> List.of(3).forEach(each -> {
                        Suspend.now();
                        Stream.of(each).map(StackTraceCases::descend).forEach(Suspend::with);
                    }));
            say(thrown.getStackTrace());
        });
    }

    private static final class Made {
        private final int value;

        Made(int value) {
            Suspend.now();
            this.value = descend(value);
        }
    }

    @Case("constructors, static initializers and lambdas have their names in the trace")
    public static void generatedNames() throws Throwable {
        inTask(() -> say(Check.fails(IllegalStateException.class, () -> Suspend.with(new Made(1).value))
                .getStackTrace()));
    }

    private static final class Checked {
        private final int value;

        Checked(int value) {
            this.value = 10 / value;
        }
    }

    private static final class Walked {
        private final List<String> constructors;

        Walked(String name, long number) {
            constructors = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.filter(each -> each.getMethodName().equals("<init>"))
                            .map(each -> name + number + each.getDescriptor() + each.getMethodType())
                            .toList());
        }

        Walked(String name) {
            this(name, 5);
            Suspend.now();
        }
    }

    @Case("a constructor is in a trace and in a walk once, with the types of its parameters")
    public static void constructorsOnce() throws Throwable {
        inTask(() -> {
            say(Check.fails(ArithmeticException.class, () -> Out.line(new Checked(0).value))
                    .getStackTrace());
            Suspend.now();
            say(Check.fails(ArithmeticException.class, () -> Out.line(new Checked(0).value))
                    .getStackTrace());
            Out.line(new Walked("one", 4).constructors);
            Out.line(new Walked("two").constructors);
        });
    }

    private static synchronized void failHolding() {
        synchronized (OWN) {
            try {
                Suspend.now();
            } finally {
                descend(0);
            }
        }
    }

    @Case("synchronized methods, blocks and finally have the right lines in the trace")
    public static void monitors() throws Throwable {
        inTask(() -> say(Check.fails(IllegalStateException.class, StackTraceCases::failHolding)
                .getStackTrace()));
    }

    @Case("a cause has its own trace, and the printed text counts the frames in common")
    public static void printedCause() throws Throwable {
        inTask(() -> {
            IllegalArgumentException thrown = Check.fails(IllegalArgumentException.class, StackTraceCases::wrap);
            say(thrown.getCause().getStackTrace());
            StringWriter text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text, true));
            text.toString()
                    .lines()
                    .takeWhile(line -> !line.contains(Task.class.getName()))
                    .forEach(Out::line);
            Out.line(text.toString()
                    .lines()
                    .filter(line -> line.contains("... "))
                    .toList());
        });
    }

    private static void wrap() {
        try {
            descend(2);
        } catch (IllegalStateException e) {
            Suspend.now();
            throw new IllegalArgumentException("wrapping", e);
        }
    }

    @Case("the current thread's getStackTrace has the caller's frames, after suspensions")
    public static void ownTrace() throws Throwable {
        inTask(() -> {
            Suspend.now();
            say(Thread.currentThread().getStackTrace());
        });
    }

    @Case("a stack walker sees the same frames and lines")
    public static void stackWalker() throws Throwable {
        inTask(() -> {
            Suspend.now();
            List<String> frames = walk(3);
            frames.forEach(Out::line);
        });
    }

    private static List<String> walk(int depth) {
        Suspend.now();
        if (depth > 0) {
            return walk(depth - 1);
        }
        return StackWalker.getInstance().walk(all -> all.map(StackWalker.StackFrame::toString)
                .takeWhile(frame -> !frame.contains(Task.class.getName()))
                .collect(Collectors.toList()));
    }

    @Case("a stack walker knows the caller's class")
    public static void callerClass() throws Throwable {
        StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        inTask(() -> {
            Suspend.now();
            Check.same(StackTraceCases.class, Caller.callerOf(walker));
        });
    }

    private static final class Caller {
        static Class<?> callerOf(StackWalker walker) {
            Suspend.now();
            return walker.getCallerClass();
        }
    }

    @Case("the stack trace of a parked thread, seen from another one, has its frames")
    public static void traceOfAParkedThread() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = Task.start(() -> parkIn(end));
        Await.state(task, Thread.State.WAITING);
        StackTraceElement[] trace = task.getStackTrace();
        end.countDown();
        task.finish();
        say(java.util.Arrays.stream(trace)
                .dropWhile(frame -> !frame.getClassName().startsWith("java.util."))
                .toArray(StackTraceElement[]::new));
        Check.equal(0, task.getStackTrace().length);
    }

    private static void parkIn(CountDownLatch end) throws InterruptedException {
        end.await();
    }

    private interface Form {
        Object perform(PrivilegedAction<Object> action) throws PrivilegedActionException;
    }

    /** The four forms of privileged actions that fibers can leave. */
    private static List<Form> privileged() {
        AccessControlContext context = AccessController.getContext();
        return List.of(
                AccessController::doPrivileged,
                action -> AccessController.doPrivileged(action, context),
                action -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) action::run),
                action -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) action::run, context),
                action -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> action.run()),
                action -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> action.run(), null));
    }

    @Case("privileged actions have the frame of doPrivileged around them, suspended or not, with its line")
    public static void privilegedActions() throws Throwable {
        for (Form form : privileged()) {
            inTask(() -> form.perform(() -> {
                say(new Throwable().getStackTrace());
                Suspend.now();
                say(new Throwable().getStackTrace());
                return null;
            }));
        }
    }

    @Case("what a privileged action throws, and what is thrown for it, has the frame of doPrivileged")
    public static void failedPrivilegedActions() throws Throwable {
        inTask(() -> {
            PrivilegedActionException wrapping = Check.fails(
                    PrivilegedActionException.class,
                    () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> {
                        Suspend.now();
                        throw new Exception("checked");
                    }));
            say(wrapping.getStackTrace());
            say(wrapping.getCause().getStackTrace());
            NullPointerException noAction = Check.fails(
                    NullPointerException.class, () -> AccessController.doPrivileged((PrivilegedAction<Object>) null));
            Out.line(noAction.getMessage());
            say(noAction.getStackTrace());
        });
    }

    @Case("the trace of a thread that is parked in a privileged action has the frames of doPrivileged, the hidden too")
    public static void traceOfAParkedAction() throws Throwable {
        for (Form form : privileged()) {
            CountDownLatch end = new CountDownLatch(1);
            Task task = Task.start(() -> form.perform(() -> {
                try {
                    parkIn(end);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return null;
            }));
            Await.state(task, Thread.State.WAITING);
            StackTraceElement[] trace = task.getStackTrace();
            end.countDown();
            task.finish();
            say(Stream.of(trace)
                    .filter(each -> each.getClassName().equals(AccessController.class.getName()))
                    .toArray(StackTraceElement[]::new));
        }
    }

    @Case("all stack traces contain those of parked threads")
    public static void allStackTraces() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = Task.start(() -> parkIn(end));
        Await.state(task, Thread.State.WAITING);
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        end.countDown();
        task.finish();
        Check.that(all.containsKey(task), "the parked thread is there");
        Check.that(all.containsKey(Thread.currentThread()), "the current thread is there");
        Set<String> methods =
                Stream.of(all.get(task)).map(StackTraceElement::getMethodName).collect(Collectors.toSet());
        Check.that(methods.contains("parkIn"), "with its frames: " + methods);
        for (StackTraceElement each : all.get(Thread.currentThread())) {
            Check.that(!each.getMethodName().contains("weft"), "of the author's methods only: " + each);
        }
    }

    @Case("the trace of an exception from another thread is that of the other thread")
    public static void traceFromAnotherThread() throws Throwable {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        try {
            ExecutionException wrapped = Check.fails(ExecutionException.class, () -> pool.submit(() -> descend(2))
                    .get());
            Out.line(List.of(wrapped.getCause().getStackTrace()));
            Throwable failure = Check.fails(
                            ExecutionException.class, () -> CompletableFuture.supplyAsync(() -> descend(1), pool)
                                    .get())
                    .getCause();
            Out.line(List.of(failure.getStackTrace()));
        } finally {
            pool.shutdown();
        }
    }

    @Case("a deep trace is cut at a thousand and twenty-four frames, as ever")
    public static void deepTrace() throws Throwable {
        inTask(() -> {
            IllegalStateException thrown = Check.fails(IllegalStateException.class, () -> descend(1_500));
            Out.line(thrown.getStackTrace().length);
            Out.line(thrown.getStackTrace()[1_000]);
        });
    }
}
