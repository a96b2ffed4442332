package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** What becomes of an exception that leaves run. */
public final class HandlerCases {
    private HandlerCases() {}

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }

    private static void fail() {
        Suspend.now();
        throw new Failure("meant");
    }

    @Case("the handler of a thread gets the thread and the exception, and runs in that thread while it is alive")
    public static void handlerOfTheThread() throws Throwable {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<Thread> running = new AtomicReference<>();
        Thread thread = new Thread(HandlerCases::fail);
        thread.setUncaughtExceptionHandler((of, exception) -> {
            Check.same(of, Thread.currentThread());
            Check.that(of.isAlive(), "still alive");
            running.set(of);
            failure.set(exception);
        });
        thread.start();
        thread.join();
        Check.same(thread, running.get());
        Check.equal(Failure.class, failure.get().getClass());
        Check.equal("meant", failure.get().getMessage());
    }

    @Case("without a handler of its own a thread's exception goes to its group")
    public static void handlerOfTheGroup() throws Throwable {
        AtomicReference<Thread> seen = new AtomicReference<>();
        ThreadGroup group = new ThreadGroup("handling") {
            @Override
            public void uncaughtException(Thread thread, Throwable failure) {
                Suspend.now();
                seen.set(thread);
            }
        };
        Thread thread = new Thread(group, HandlerCases::fail);
        Check.same(group, thread.getUncaughtExceptionHandler());
        thread.start();
        thread.join();
        Check.same(thread, seen.get());
        Check.same(null, thread.getUncaughtExceptionHandler());
    }

    @Case("a group passes an exception to its parent")
    public static void handlerOfTheParentGroup() throws Throwable {
        AtomicReference<Thread> seen = new AtomicReference<>();
        ThreadGroup parent = new ThreadGroup("parent") {
            @Override
            public void uncaughtException(Thread thread, Throwable failure) {
                seen.set(thread);
            }
        };
        Thread thread = new Thread(new ThreadGroup(parent, "child"), HandlerCases::fail);
        thread.start();
        thread.join();
        Check.same(thread, seen.get());
    }

    @Case("the default handler gets what no other handler gets")
    public static void defaultHandler() throws Throwable {
        AtomicReference<Thread> seen = new AtomicReference<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.UncaughtExceptionHandler handler = (thread, failure) -> seen.set(thread);
        Thread.setDefaultUncaughtExceptionHandler(handler);
        try {
            Check.same(handler, Thread.getDefaultUncaughtExceptionHandler());
            Thread thread = new Thread(HandlerCases::fail);
            thread.start();
            thread.join();
            Check.same(thread, seen.get());
            Thread own = new Thread(HandlerCases::fail);
            own.setUncaughtExceptionHandler((of, failure) -> {});
            own.start();
            own.join();
            Check.same(thread, seen.get());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Case("without any handler the exception is printed with the thread's name and its stack trace")
    public static void printedWithoutHandler() throws Throwable {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            Thread thread = new Thread(HandlerCases::fail, "the failing one");
            thread.start();
            thread.join();
        } finally {
            System.setErr(before);
        }
        // where another fiber is pinned for a second, Weft says so there
        String first = printed.toString()
                .lines()
                .filter(each -> !each.startsWith("weft: "))
                .findFirst()
                .orElse("");
        Check.equal("Exception in thread \"the failing one\" " + Failure.class.getName() + ": meant", first);
        Check.that(printed.toString().contains("\tat " + HandlerCases.class.getName() + ".fail("), "it has the frames");
    }

    @Case("an exception of a handler is ignored, and the thread ends")
    public static void failingHandler() throws Throwable {
        AtomicInteger calls = new AtomicInteger();
        Thread thread = new Thread(HandlerCases::fail);
        thread.setUncaughtExceptionHandler((of, failure) -> {
            calls.incrementAndGet();
            fail();
        });
        thread.start();
        thread.join();
        Check.equal(1, calls.get());
        Check.equal(Thread.State.TERMINATED, thread.getState());
    }

    @Case("a handler may block")
    public static void blockingHandler() throws Throwable {
        AtomicInteger steps = new AtomicInteger();
        Thread thread = new Thread(HandlerCases::fail);
        thread.setUncaughtExceptionHandler((of, failure) -> {
            for (int i = 0; i < 10; i++) {
                Suspend.now();
                steps.incrementAndGet();
            }
        });
        thread.start();
        thread.join();
        Check.equal(10, steps.get());
    }

    @Case("errors and checked exceptions reach the handler as they are")
    public static void errorsAndCheckedExceptions() throws Throwable {
        for (Throwable each :
                new Throwable[] {new Error("e"), new Exception("x"), new ThreadDeath(), new Throwable("t")}) {
            AtomicReference<Throwable> seen = new AtomicReference<>();
            Thread thread = new Thread(() -> HandlerCases.<RuntimeException>throwDisguised(each));
            thread.setUncaughtExceptionHandler((of, failure) -> seen.set(failure));
            thread.start();
            thread.join();
            Check.same(each, seen.get());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwDisguised(Throwable failure) throws T {
        Suspend.now();
        throw (T) failure;
    }

    @Case("a handler can be set and got before the start, by the thread itself, and not after the end")
    public static void settingHandlers() throws Throwable {
        AtomicReference<String> seen = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((of, failure) -> seen.set("second"));
            fail();
        });
        Thread.UncaughtExceptionHandler first = (of, failure) -> seen.set("first");
        thread.setUncaughtExceptionHandler(first);
        Check.same(first, thread.getUncaughtExceptionHandler());
        thread.start();
        thread.join();
        Check.equal("second", seen.get());
        Check.same(null, thread.getUncaughtExceptionHandler());
    }

    @Case("the exception of one thread does not touch the others")
    public static void othersGoOn() throws Throwable {
        AtomicInteger done = new AtomicInteger();
        Thread[] threads = new Thread[20];
        for (int i = 0; i < threads.length; i++) {
            boolean isFailing = i % 2 == 0;
            threads[i] = new Thread(() -> {
                if (isFailing) {
                    fail();
                }
                Suspend.now();
                done.incrementAndGet();
            });
            threads[i].setUncaughtExceptionHandler((of, failure) -> {});
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }
        Check.equal(10, done.get());
    }

    @Case("a group whose uncaughtException throws cannot keep a thread from ending")
    public static void failingGroup() throws Throwable {
        AtomicReference<Throwable> got = new AtomicReference<>();
        ThreadGroup group = new ThreadGroup("failing") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                got.set(thrown);
                throw new IllegalStateException("of the group");
            }
        };
        IllegalArgumentException thrown = new IllegalArgumentException("of the thread");
        Thread thread = new Thread(group, () -> {
            throw thrown;
        });
        thread.start();
        thread.join();
        Check.same(thrown, got.get());
        Check.equal(Thread.State.TERMINATED, thread.getState());
        Check.equal(0, group.activeCount());
    }

    @Case("what a handler throws is passed to no other handler")
    public static void failingHandlerHasNoSuccessor() throws Throwable {
        AtomicInteger passed = new AtomicInteger();
        ThreadGroup group = new ThreadGroup("not asked") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                passed.incrementAndGet();
            }
        };
        Thread thread = new Thread(group, () -> {
            throw new IllegalArgumentException();
        });
        thread.setUncaughtExceptionHandler((dying, thrown) -> {
            throw new StackOverflowError("of the handler");
        });
        thread.start();
        thread.join();
        Check.equal(0, passed.get());
        Check.that(!thread.isAlive(), "ended");
    }

    @Case("a handler that is taken away again leaves the exception to the group")
    public static void handlerTakenAway() throws Throwable {
        AtomicReference<Thread> dying = new AtomicReference<>();
        ThreadGroup group = new ThreadGroup("in its place") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                dying.set(thread);
            }
        };
        Thread thread = new Thread(group, () -> {
            throw new IllegalArgumentException();
        });
        thread.setUncaughtExceptionHandler((who, thrown) -> {});
        thread.setUncaughtExceptionHandler(null);
        Check.same(group, thread.getUncaughtExceptionHandler());
        thread.start();
        thread.join();
        Check.same(thread, dying.get());
    }

    @Case("a handler may start threads and join them")
    public static void handlerStartsThreads() throws Throwable {
        AtomicInteger ran = new AtomicInteger();
        Thread thread = new Thread(() -> {
            throw new IllegalArgumentException();
        });
        thread.setUncaughtExceptionHandler((dying, thrown) -> {
            try {
                Task.finish(Task.start(3, ran::incrementAndGet));
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        });
        thread.start();
        thread.join();
        Check.equal(3, ran.get());
    }
}
