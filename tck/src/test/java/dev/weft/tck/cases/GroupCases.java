package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Names, priorities and groups. */
public final class GroupCases {
    private GroupCases() {}

    private static Thread waiting(ThreadGroup group, CountDownLatch end) {
        Thread thread = new Thread(
                group,
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "waiting in " + group.getName());
        thread.setDaemon(true);
        thread.start();
        Await.blocked(thread);
        return thread;
    }

    @Case("a name that is set is the name that is got, in the thread and outside")
    public static void setName() throws Throwable {
        AtomicReference<String> inside = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    inside.set(Thread.currentThread().getName());
                    Thread.currentThread().setName("third");
                },
                "first");
        Check.equal("first", thread.getName());
        thread.setName("second");
        thread.start();
        thread.join();
        Check.equal("second", inside.get());
        Check.equal("third", thread.getName());
    }

    @Case("a null name is refused, and the name stays")
    public static void setNullName() {
        Thread thread = new Thread(() -> {}, "kept");
        Check.fails(NullPointerException.class, () -> thread.setName(null));
        Check.equal("kept", thread.getName());
    }

    @Case("threads without a name get one of the form Thread-number, each another")
    public static void defaultNames() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            String name = new Thread(() -> {}).getName();
            Check.that(name.matches("Thread-\\d+"), name + " is of the form");
            Check.that(names.add(name), name + " is new");
        }
    }

    @Case("the priority that is set is the one that is got, and others are refused")
    public static void priorities() throws Throwable {
        AtomicInteger inside = new AtomicInteger();
        Thread thread = new Thread(() -> inside.set(Thread.currentThread().getPriority()));
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        thread.join();
        Check.equal(Thread.MIN_PRIORITY, inside.get());
        Check.fails(IllegalArgumentException.class, () -> thread.setPriority(0));
        Check.fails(IllegalArgumentException.class, () -> thread.setPriority(11));
    }

    @Case("a priority can be set while the thread runs")
    public static void priorityOfARunningThread() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(new ThreadGroup("priorities"), end);
        thread.setPriority(Thread.MAX_PRIORITY);
        Check.equal(Thread.MAX_PRIORITY, thread.getPriority());
        end.countDown();
        thread.join();
    }

    @Case("the maximum of a group bounds the priority of its threads")
    public static void maximumOfAGroup() {
        ThreadGroup group = new ThreadGroup("bounded");
        group.setMaxPriority(4);
        Thread thread = new Thread(group, () -> {});
        thread.setPriority(9);
        Check.equal(4, thread.getPriority());
    }

    @Case("a thread belongs to the group of its creator, or to the one that is given")
    public static void groupOfAThread() throws Throwable {
        ThreadGroup own = Thread.currentThread().getThreadGroup();
        Check.same(own, new Thread(() -> {}).getThreadGroup());
        ThreadGroup group = new ThreadGroup("given");
        Check.same(own, group.getParent());
        Check.that(own.parentOf(group), "the creator's group is the parent");
        AtomicReference<ThreadGroup> inside = new AtomicReference<>();
        AtomicReference<ThreadGroup> ofChild = new AtomicReference<>();
        AtomicReference<ThreadGroup> ofSubgroup = new AtomicReference<>();
        Thread thread = new Thread(group, () -> {
            inside.set(Thread.currentThread().getThreadGroup());
            ofChild.set(new Thread(() -> {}).getThreadGroup());
            ofSubgroup.set(new ThreadGroup("below").getParent());
        });
        thread.start();
        thread.join();
        Check.same(group, inside.get());
        Check.same(group, ofChild.get());
        Check.same(group, ofSubgroup.get());
    }

    @Case("a thread that has ended has no group")
    public static void noGroupAfterTheEnd() throws Throwable {
        Thread thread = new Thread(new ThreadGroup("left"), () -> {});
        thread.start();
        thread.join();
        Check.same(null, thread.getThreadGroup());
        Check.equal("Thread[" + thread.getName() + ",5,]", thread.toString());
    }

    @Case("a group counts and enumerates its live threads and no others")
    public static void enumerate() throws Throwable {
        ThreadGroup group = new ThreadGroup("counted");
        CountDownLatch end = new CountDownLatch(1);
        Check.equal(0, group.activeCount());
        Thread first = waiting(group, end);
        Thread second = waiting(group, end);
        Thread[] found = new Thread[5];
        Check.equal(2, group.activeCount());
        Check.equal(2, group.enumerate(found));
        Check.equal(Set.of(first, second), new HashSet<>(Arrays.asList(found).subList(0, 2)));
        end.countDown();
        first.join();
        second.join();
        Check.equal(0, group.activeCount());
        Check.equal(0, group.enumerate(new Thread[5]));
    }

    @Case("a group enumerates the threads of its subgroups if asked to")
    public static void enumerateRecursively() throws Throwable {
        ThreadGroup group = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(group, "inner");
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(inner, end);
        Check.equal(1, group.activeCount());
        Check.equal(1, group.activeGroupCount());
        Check.equal(0, group.enumerate(new Thread[2], false));
        Thread[] found = new Thread[2];
        Check.equal(1, group.enumerate(found, true));
        Check.same(thread, found[0]);
        end.countDown();
        thread.join();
    }

    @Case("Thread.enumerate finds the calling thread and its siblings")
    public static void enumerateOwnGroup() throws Throwable {
        AtomicReference<List<Thread>> found = new AtomicReference<>();
        ThreadGroup group = new ThreadGroup("own");
        CountDownLatch end = new CountDownLatch(1);
        Thread sibling = waiting(group, end);
        Thread thread = new Thread(group, () -> {
            Thread[] all = new Thread[Thread.activeCount()];
            int n = Thread.enumerate(all);
            found.set(Arrays.asList(all).subList(0, n));
        });
        thread.start();
        thread.join();
        Check.equal(Set.of(sibling, thread), new HashSet<>(found.get()));
        end.countDown();
        sibling.join();
    }

    @Case("the interrupt of a group interrupts all its threads")
    public static void interruptOfAGroup() throws Throwable {
        ThreadGroup group = new ThreadGroup("interrupted");
        CountDownLatch never = new CountDownLatch(1);
        Thread first = waiting(group, never);
        Thread second = waiting(new ThreadGroup(group, "below"), never);
        group.interrupt();
        first.join();
        second.join();
        Check.equal(1L, never.getCount());
    }

    @Case("many threads leave their group in any order, and the others are listed")
    public static void manyLeave() throws Throwable {
        ThreadGroup group = new ThreadGroup("many");
        int count = 100;
        List<CountDownLatch> ends = new ArrayList<>();
        List<Thread> alive = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            CountDownLatch end = new CountDownLatch(1);
            ends.add(end);
            Thread thread = new Thread(group, () -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            alive.add(thread);
        }
        Random random = new Random(1);
        while (!alive.isEmpty()) {
            int i = random.nextInt(alive.size());
            ends.remove(i).countDown();
            alive.remove(i).join();
            if (alive.size() % 10 == 0) {
                Thread[] listed = new Thread[count];
                int found = group.enumerate(listed);
                Check.equal(
                        new HashSet<>(alive),
                        new HashSet<>(Arrays.asList(listed).subList(0, found)));
            }
        }
        Check.equal(0, group.activeCount());
    }
}
