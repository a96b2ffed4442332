package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Groups of so many threads that they need not be kept as those of small groups are. */
public final class LargeGroupCases {
    private static final int MANY = 300;

    private LargeGroupCases() {}

    /** Threads of one group that live until they are told, or are interrupted. */
    private static final class Members {
        final ThreadGroup group;
        final Thread[] threads;
        final AtomicInteger interrupted = new AtomicInteger();
        private final CountDownLatch[] go;

        Members(ThreadGroup group, int count) {
            this.group = group;
            threads = new Thread[count];
            go = new CountDownLatch[count];
            for (int i = 0; i < count; i++) {
                CountDownLatch own = new CountDownLatch(1);
                go[i] = own;
                threads[i] = new Thread(group, () -> stay(own), "member " + i);
                threads[i].setDaemon(true);
                threads[i].start();
            }
        }

        private void stay(CountDownLatch until) {
            try {
                until.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        }

        void end(int from, int to) throws InterruptedException {
            for (int i = from; i < to; i++) {
                go[i].countDown();
            }
            for (int i = from; i < to; i++) {
                threads[i].join();
            }
        }

        /** All that the group lists, each once. */
        Set<Thread> listed() {
            Thread[] all = new Thread[group.activeCount() + 100];
            int count = group.enumerate(all);
            Set<Thread> set = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = 0; i < count; i++) {
                Check.that(set.add(all[i]), "each is listed once");
            }
            return set;
        }
    }

    @Case("a large group lists exactly its live threads, while some end and others come")
    public static void lists() throws Throwable {
        ThreadGroup group = new ThreadGroup("large");
        Members first = new Members(group, MANY);
        Check.equal(MANY, group.activeCount());
        Members second = new Members(group, MANY);
        first.end(0, MANY / 2);
        Set<Thread> expected = Collections.newSetFromMap(new IdentityHashMap<>());
        Collections.addAll(expected, second.threads);
        for (int i = MANY / 2; i < MANY; i++) {
            expected.add(first.threads[i]);
        }
        Check.equal(MANY + MANY / 2, group.activeCount());
        Check.equal(expected, first.listed());
        first.end(MANY / 2, MANY);
        second.end(0, MANY);
        Check.equal(0, group.activeCount());
    }

    @Case("the interrupt of a large group reaches each of its threads")
    public static void interrupt() throws Throwable {
        Members members = new Members(new ThreadGroup("large and interrupted"), MANY);
        for (Thread each : members.threads) {
            Await.blocked(each);
        }
        members.group.interrupt();
        for (Thread each : members.threads) {
            each.join();
        }
        Check.equal(MANY, members.interrupted.get());
        Check.equal(0, members.group.activeCount());
    }

    @SuppressWarnings("removal")
    @Case("a large group cannot be destroyed while one of its threads lives, and takes none afterwards")
    public static void destroy() throws Throwable {
        Members members = new Members(new ThreadGroup("large and to be destroyed"), MANY);
        Check.fails(IllegalThreadStateException.class, members.group::destroy);
        members.end(0, MANY - 1);
        Check.fails(IllegalThreadStateException.class, members.group::destroy);
        members.end(MANY - 1, MANY);
        members.group.destroy();
        Check.fails(IllegalThreadStateException.class, () -> new Thread(members.group, () -> {}).start());
    }

    @SuppressWarnings("removal")
    @Case("a large daemon group is destroyed when its last thread has ended, not before")
    public static void daemonGroup() throws Throwable {
        ThreadGroup group = new ThreadGroup("large daemon group");
        group.setDaemon(true);
        Members members = new Members(group, MANY);
        members.end(1, MANY);
        Check.that(!group.isDestroyed(), "one is left");
        members.end(0, 1);
        Await.that("it is destroyed", group::isDestroyed);
    }

    @Case("who waits on a large group for its last thread is notified")
    public static void lastOne() throws Throwable {
        Members members = new Members(new ThreadGroup("large and awaited"), MANY);
        AtomicBoolean sawNone = new AtomicBoolean();
        Thread waiter = new Thread(() -> {
            synchronized (members.group) {
                while (members.group.activeCount() > 0) {
                    try {
                        members.group.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                sawNone.set(true);
            }
        });
        waiter.start();
        Await.state(waiter, Thread.State.WAITING);
        Members later = new Members(members.group, MANY);
        members.end(0, MANY);
        later.end(0, MANY);
        waiter.join();
        Check.that(sawNone.get(), "it saw the group empty");
    }

    @Case("a thread that stays is listed once, at all times, while others of its large group come and go")
    public static void churn() throws Throwable {
        ThreadGroup group = new ThreadGroup("large and busy");
        Members resident = new Members(group, MANY / 3);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger born = new AtomicInteger();
        Thread[] parents = new Thread[4];
        for (int i = 0; i < parents.length; i++) {
            parents[i] = new Thread(group, () -> {
                while (!stop.get()) {
                    Thread[] children = new Thread[10];
                    for (int c = 0; c < children.length; c++) {
                        children[c] = new Thread(group, born::incrementAndGet);
                        children[c].start();
                    }
                    for (Thread child : children) {
                        try {
                            child.join();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            });
            parents[i].start();
        }
        Set<Thread> residents = new HashSet<>(Set.of(resident.threads));
        for (int i = 0; i < 50; i++) {
            Check.that(resident.listed().containsAll(residents), "those that stay are listed");
            int before = born.get();
            Await.that("others come and go", () -> born.get() > before + 50);
        }
        stop.set(true);
        for (Thread parent : parents) {
            parent.join();
        }
        Check.equal(MANY / 3, group.activeCount());
        resident.end(0, MANY / 3);
        Check.equal(0, group.activeCount());
    }
}
