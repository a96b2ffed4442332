package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;

/** Threads that are equal to each other, one without a hash code, and a group that does not know how many it has. */
public final class EqualThreads {
    private static final String NAME = "equal ";

    private EqualThreads() {}

    private static class Equal extends Thread {
        Equal(Runnable target, String name) {
            super(target, NAME + name);
            setDaemon(true);
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }
    }

    /** A platform thread, for its large stack. */
    private static final class WithoutHash extends Thread {
        WithoutHash(Runnable target) {
            super(null, target, "without hash", 16 << 20);
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("not known yet");
        }
    }

    /** Prints what the beans know of them. */
    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            start(new Equal(() -> await(never), "" + i), Thread.State.WAITING);
        }
        System.out.println("listed " + count(bean.getThreadInfo(bean.getAllThreadIds())));
        System.out.println("dumped " + count(bean.dumpAllThreads(true, true)));
        CountDownLatch both = new CountDownLatch(2);
        Object one = new Object();
        Object other = new Object();
        Thread first = new Equal(() -> lock(one, other, both), "first");
        first.start();
        start(new Equal(() -> lock(other, one, both), "second"), Thread.State.BLOCKED);
        awaitState(first, Thread.State.BLOCKED);
        System.out.println("deadlocked " + deadlocked(bean));
        Thread maker = new WithoutHash(EqualThreads::makeProxy);
        maker.start();
        maker.join();
        ThreadGroup odd = new ThreadGroup("odd") {
            @Override
            public int activeCount() {
                return Integer.MIN_VALUE;
            }
        };
        new Thread(odd, Thread::yield).start();
    }

    /** A thread that is just being suspended may not be seen to wait. */
    private static int deadlocked(ThreadMXBean bean) throws InterruptedException {
        long[] ids = bean.findDeadlockedThreads();
        for (int i = 0; ids == null && i < 1_000; i++) {
            Thread.sleep(1);
            ids = bean.findDeadlockedThreads();
        }
        return ids == null ? 0 : ids.length;
    }

    private static void makeProxy() {
        Class<?>[] types = {Runnable.class, Comparable.class};
        Object proxy =
                Proxy.newProxyInstance(EqualThreads.class.getClassLoader(), types, (self, method, arguments) -> null);
        System.out.println("proxy " + Proxy.isProxyClass(proxy.getClass()));
    }

    private static int count(ThreadInfo[] infos) {
        int count = 0;
        for (ThreadInfo each : infos) {
            count += each != null && each.getThreadName().startsWith(NAME) ? 1 : 0;
        }
        return count;
    }

    private static void lock(Object first, Object second, CountDownLatch both) {
        synchronized (first) {
            both.countDown();
            await(both);
            synchronized (second) {
                System.out.println("not deadlocked");
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void start(Thread thread, Thread.State state) throws InterruptedException {
        thread.start();
        awaitState(thread, state);
    }

    private static void awaitState(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
    }
}
