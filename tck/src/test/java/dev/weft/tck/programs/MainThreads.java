package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;

/**
 * What the thread of {@code main} is to the program, and how it ends; the first argument says which.
 *
 * <p>The class stays whole because it is a list: one short method for each way.
 */
public class MainThreads {
    private static final Thread INITIALIZED_BY = Thread.currentThread();

    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            return parent + " of a child";
        }
    };

    protected MainThreads() {}

    /** The ways are the names below. */
    public static void main(String... args) throws Exception {
        Thread main = Thread.currentThread();
        switch (args.length == 0 ? "" : args[0]) {
            case "identity" -> identity(main);
            case "traces" -> traces(main);
            case "interrupt" -> interrupt(main);
            case "inherit" -> inherit(main);
            case "depth" -> System.out.println(depth(0) > 3_000);
            case "overflow" -> overflow(1);
            case "fail" -> throw new IllegalStateException("meant", new RuntimeException("cause"));
            case "failLater" -> failLater(3);
            case "joined" -> joined(main);
            case "handler" -> handled(main, false);
            case "badHandler" -> handled(main, true);
            case "default" -> handledByDefault();
            case "exit" -> System.exit(5);
            case "daemon" -> daemon(main);
            case "last" -> last(main);
            case "isFiber" -> System.out.println(Fibers.isFiber());
            case "pins" -> pins(main);
            default -> System.out.println(Arrays.asList(args) + " " + main);
        }
    }

    private static void identity(Thread main) {
        System.out.println(main + " " + main.getId() + " " + main.getClass() + " " + (INITIALIZED_BY == main));
        System.out.println(main.getContextClassLoader() == ClassLoader.getSystemClassLoader());
        System.out.println(
                main.getThreadGroup() + " " + main.isDaemon() + " " + main.getState() + " " + main.isAlive());
        System.out.println(main.getUncaughtExceptionHandler() + " " + main.isInterrupted());
        Thread[] members = new Thread[8];
        int count = main.getThreadGroup().enumerate(members);
        System.out.println(count + " " + members[0] + " " + Thread.activeCount());
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(main.getId(), 20);
        System.out.println(info.getThreadName() + " " + info.getThreadState() + " " + info.isDaemon());
        long mains = Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
                .filter(each -> each.getThreadName().equals("main"))
                .count();
        System.out.println(mains);
        main.setName("renamed");
        System.out.println(main);
    }

    private static void traces(Thread main) throws Exception {
        for (int i = 0; i < 2; i++) {
            System.out.println(Arrays.toString(main.getStackTrace()));
            System.out.println(
                    Arrays.toString(Thread.getAllStackTraces().get(main)).contains("MainThreads.main"));
            System.out.println(Arrays.toString(new Throwable().getStackTrace()));
            StackWalker.getInstance().forEach(System.out::println);
            Thread.sleep(2);
        }
        try {
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        } catch (IllegalCallerException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void interrupt(Thread main) throws InterruptedException {
        Thread other = new Thread(main::interrupt);
        other.start();
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + " " + main.isInterrupted());
        }
        other.join();
    }

    private static void inherit(Thread main) throws InterruptedException {
        INHERITED.set("value");
        String[] seen = new String[2];
        Thread child = new Thread(() -> {
            seen[0] = INHERITED.get();
            seen[1] = Thread.currentThread().getThreadGroup().getName();
        });
        child.start();
        child.join();
        System.out.println(child.getName() + " " + child.getPriority() + " " + Arrays.toString(seen));
    }

    private static int depth(int depth) {
        try {
            return depth(depth + 1);
        } catch (StackOverflowError e) {
            return depth;
        }
    }

    private static int overflow(int n) {
        return overflow(n + 1) + n;
    }

    private static void failLater(int depth) throws Exception {
        Thread.sleep(1);
        if (depth == 0) {
            throw new Exception("meant later");
        }
        failLater(depth - 1);
    }

    /** Others wait for the end of main, and the VM for them. */
    private static void joined(Thread main) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        new Thread(() -> {
                    try {
                        main.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    System.out.println(main.isAlive() + " " + main.getState() + " " + main.getThreadGroup());
                })
                .start();
        throw new IllegalStateException("meant");
    }

    private static void handled(Thread main, boolean fails) {
        main.setUncaughtExceptionHandler((thread, exception) -> {
            System.out.println(thread + " " + exception);
            if (fails) {
                throw new IllegalStateException("of the handler");
            }
        });
        throw new IllegalStateException("meant");
    }

    private static void handledByDefault() {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, exception) -> System.out.println(thread + " " + exception.getStackTrace().length));
        throw new IllegalStateException("meant");
    }

    /** One that does not keep the VM, and a main that cannot be one. */
    private static void daemon(Thread main) {
        Thread daemon = new Thread(() -> {
            for (; ; ) {
                try {
                    Thread.sleep(1_000);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        try {
            main.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
    }

    private static void last(Thread main) {
        new Thread(() -> {
                    while (main.isAlive()) {
                        Thread.yield();
                    }
                    System.out.println("last");
                })
                .start();
        System.out.println("main ends");
    }

    /** On one carrier another thread goes on while main waits. */
    private static void pins(Thread main) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            while (main.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            synchronized (lock) {
                lock.notify();
            }
        });
        synchronized (lock) {
            other.start();
            lock.wait();
        }
        other.join();
        System.out.println(Fibers.pinned());
    }

    /** Inherits main. */
    public static final class Heir extends MainThreads {
        static {
            System.out.println("heir initialized by " + Thread.currentThread());
        }

        private Heir() {}
    }

    /** Cannot be initialized. */
    public static final class Failing {
        static {
            fail();
        }

        private Failing() {}

        private static void fail() {
            throw new IllegalArgumentException("of the initializer");
        }

        /** Never runs. */
        public static void main(String[] args) {
            System.out.println("runs");
        }
    }

    /** Inherits main, and cannot be initialized. */
    public static final class FailingHeir extends MainThreads {
        static {
            Failing.fail();
        }

        private FailingHeir() {}
    }

    /** Its main is called though nobody else may. */
    static final class Hidden {
        private Hidden() {}

        public static void main(String[] args) throws InterruptedException {
            Thread.sleep(1);
            System.out.println(Thread.currentThread());
        }
    }

    /** An interface may have a main. */
    public interface Interface {
        /** The program. */
        static void main(String[] args) {
            System.out.println(Thread.currentThread());
        }
    }

    /** The launcher refuses a main that is protected. */
    public static class Protected {
        /** Not the program. */
        protected Protected() {}

        protected static void main(String[] args) {
            System.out.println("runs");
        }
    }

    /** The launcher refuses a main of objects. */
    public static final class OfObjects {
        /** Not the program. */
        public void main(String[] args) {
            System.out.println("runs");
        }
    }

    /** The launcher refuses a main that returns something. */
    public static final class Returning {
        private Returning() {}

        /** Not the program. */
        public static int main(String[] args) {
            return args.length;
        }
    }

    /** No main. */
    public static final class None {
        private None() {}
    }
}
