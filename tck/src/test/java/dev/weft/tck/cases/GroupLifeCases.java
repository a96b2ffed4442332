package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Groups whose threads come and go. */
public final class GroupLifeCases {
    private GroupLifeCases() {}

    private static Thread start(ThreadGroup group, Runnable body) {
        Thread thread = new Thread(group, body, "member");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Case("a group counts no thread that is not started, and none that has ended")
    public static void unstarted() throws Throwable {
        ThreadGroup group = new ThreadGroup("comes and goes");
        CountDownLatch go = new CountDownLatch(1);
        Thread thread = new Thread(group, () -> await(go));
        Check.equal(0, group.activeCount());
        thread.start();
        Check.equal(1, group.activeCount());
        go.countDown();
        thread.join();
        Check.equal(0, group.activeCount());
        Check.equal(0, group.enumerate(new Thread[3]));
    }

    @Case("enumerate leaves out silently what does not fit into the array")
    public static void shortArray() throws Throwable {
        ThreadGroup group = new ThreadGroup("too many");
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> members = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            members.add(start(group, () -> await(go)));
        }
        Thread[] two = new Thread[2];
        Check.equal(2, group.enumerate(two));
        Check.that(members.contains(two[0]) && members.contains(two[1]) && two[0] != two[1], "two of them");
        Thread[] ten = new Thread[10];
        Check.equal(5, group.enumerate(ten));
        Check.same(null, ten[5]);
        Check.equal(0, group.enumerate(new Thread[0]));
        go.countDown();
        for (Thread each : members) {
            each.join();
        }
    }

    @Case("a group counts the threads and groups below it")
    public static void below() throws Throwable {
        ThreadGroup top = new ThreadGroup("top");
        ThreadGroup middle = new ThreadGroup(top, "middle");
        ThreadGroup bottom = new ThreadGroup(middle, "bottom");
        CountDownLatch go = new CountDownLatch(1);
        Thread thread = start(bottom, () -> await(go));
        Check.equal(1, top.activeCount());
        Check.equal(2, top.activeGroupCount());
        Check.equal(1, middle.activeGroupCount());
        Check.equal(0, bottom.activeGroupCount());
        Check.equal(0, top.enumerate(new Thread[4], false));
        Check.equal(1, top.enumerate(new ThreadGroup[4], false));
        Check.equal(2, top.enumerate(new ThreadGroup[4], true));
        Check.that(top.parentOf(bottom) && top.parentOf(top) && !bottom.parentOf(top), "who is above whom");
        go.countDown();
        thread.join();
        Check.equal(0, top.activeCount());
    }

    @SuppressWarnings("removal")
    @Case("a group with live threads cannot be destroyed, an empty one can, and takes no thread then")
    public static void destroy() throws Throwable {
        ThreadGroup group = new ThreadGroup("to be destroyed");
        CountDownLatch go = new CountDownLatch(1);
        Thread thread = start(group, () -> await(go));
        Check.fails(IllegalThreadStateException.class, group::destroy);
        go.countDown();
        thread.join();
        group.destroy();
        Check.that(group.isDestroyed(), "destroyed");
        Check.fails(IllegalThreadStateException.class, () -> new Thread(group, () -> {}).start());
        Check.fails(IllegalThreadStateException.class, () -> new ThreadGroup(group, "below"));
    }

    @SuppressWarnings("removal")
    @Case("a daemon group is destroyed when its last thread has ended, not before")
    public static void daemonGroup() throws Throwable {
        ThreadGroup group = new ThreadGroup("daemon group");
        group.setDaemon(true);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Thread one = start(group, () -> await(first));
        Thread two = start(group, () -> await(second));
        first.countDown();
        one.join();
        Check.that(!group.isDestroyed(), "one is left");
        second.countDown();
        two.join();
        Await.that("it is destroyed", group::isDestroyed);
    }

    @Case("the interrupt of a group reaches the threads of the groups below it")
    public static void interruptBelow() throws Throwable {
        ThreadGroup top = new ThreadGroup("interrupted from above");
        ThreadGroup bottom = new ThreadGroup(top, "below");
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        Runnable body = () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        };
        Thread[] threads = {start(top, body), start(bottom, body)};
        for (Thread each : threads) {
            Await.blocked(each);
        }
        top.interrupt();
        for (Thread each : threads) {
            each.join();
        }
        Check.equal(2, interrupted.get());
    }

    @Case("to lower the maximum of a group lowers that of the groups below, and binds new threads")
    public static void maximum() throws Throwable {
        ThreadGroup top = new ThreadGroup("bounded from above");
        ThreadGroup bottom = new ThreadGroup(top, "bounded below");
        top.setMaxPriority(3);
        Check.equal(3, bottom.getMaxPriority());
        bottom.setMaxPriority(9);
        Check.equal(3, bottom.getMaxPriority());
        Thread thread = new Thread(bottom, () -> {});
        Check.equal(3, thread.getPriority());
        thread.setPriority(Thread.MAX_PRIORITY);
        Check.equal(3, thread.getPriority());
    }
}
