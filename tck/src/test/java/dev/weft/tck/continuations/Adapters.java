package dev.weft.tck.continuations;

import static dev.weft.tck.continuations.Everywhere.check;
import static dev.weft.tck.continuations.Everywhere.refused;
import static dev.weft.tck.continuations.Everywhere.same;

import dev.weft.Async;
import dev.weft.AsyncToBlocking;
import dev.weft.PublishedElements;
import dev.weft.Weft;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asynchronous operations as calls that block, and the other way; completed before, while and after somebody waits.
 *
 * <p>The class stays whole because it is a list: one case for each adapter.
 */
public final class Adapters {
    private static final int ROUNDS = 200;

    private Adapters() {}

    /** Says so when all is as it should be. */
    public static void main(String[] args) throws InterruptedException {
        Everywhere.run(Adapters::completesAtOnce);
        Everywhere.run(Adapters::completesWhileItParks);
        Everywhere.run(Adapters::completesLater);
        Everywhere.run(Adapters::fails);
        Everywhere.run(Adapters::isInterrupted);
        Everywhere.run(Adapters::isLate);
        Everywhere.run(Adapters::givesUpOrNot);
        Everywhere.run(Adapters::waitsForNoTime);
        Everywhere.run(Adapters::isRunOnce);
        Everywhere.run(Adapters::waitsForStages);
        Everywhere.run(Adapters::waitsForFutures);
        Everywhere.run(Adapters::waitsForChannels);
        Everywhere.run(Adapters::takesWhatIsPublished);
        Everywhere.run(Adapters::asksForNoMoreThanItTakes);
        Everywhere.run(Adapters::takesTheFirstEndAsTheEnd);
        Everywhere.run(Adapters::isClosedByAnother);
        Everywhere.run(Adapters::startsBodies);
        Everywhere.run(Adapters::cancelsBodies);
        System.out.println("adapters");
    }

    /** What the proposal calls FooException. */
    private static final class FooException extends Exception {
        private static final long serialVersionUID = 1;
    }

    private abstract static class Call extends AsyncToBlocking<String, FooException> {
        final AtomicInteger cancelled = new AtomicInteger();

        boolean succeed(String result) {
            return complete(result);
        }

        @Override
        protected void cancel() {
            cancelled.incrementAndGet();
        }
    }

    private static void completesAtOnce() throws Throwable {
        Call call = new Call() {
            @Override
            protected void register() {
                check(complete("at once"));
                check(!complete("again"));
                check(!fail(new FooException()));
            }
        };
        same("at once", call.run());
        Call nothing = new Call() {
            @Override
            protected void register() {
                complete(null);
            }
        };
        same(null, nothing.run(0, TimeUnit.NANOSECONDS));
        same(0, call.cancelled.get());
    }

    private static void completesWhileItParks() throws Throwable {
        for (int i = 0; i < ROUNDS; i++) {
            String expected = "round " + i;
            List<Thread> threads = new ArrayList<>();
            Call call = new Call() {
                @Override
                protected void register() {
                    Thread thread = new Thread(() -> complete(expected));
                    threads.add(thread);
                    thread.start();
                }
            };
            same(expected, i % 2 == 0 ? call.run() : call.run(1, TimeUnit.MINUTES));
            threads.get(0).join();
        }
    }

    private static boolean waits(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    private static void awaitWaiting(Thread thread) {
        while (!waits(thread)) {
            Thread.yield();
        }
    }

    private static void completesLater() throws Throwable {
        Thread me = Thread.currentThread();
        Call call = new Call() {
            @Override
            protected void register() {
                new Thread(() -> {
                            awaitWaiting(me);
                            succeed("later");
                        })
                        .start();
            }
        };
        same("later", call.run());
    }

    private static void fails() throws Throwable {
        FooException failure = new FooException();
        Call call = new Call() {
            @Override
            protected void register() {
                fail(failure);
            }
        };
        check(refused(FooException.class, call::run) == failure);
        Call unable = new Call() {
            @Override
            protected void register() throws FooException {
                throw failure;
            }
        };
        check(refused(FooException.class, () -> unable.run(1, TimeUnit.MINUTES)) == failure);
        refused(
                NullPointerException.class,
                () -> new Call() {
                    @Override
                    protected void register() {
                        fail(null);
                    }
                }.run());
    }

    private static void isInterrupted() throws Throwable {
        Thread me = Thread.currentThread();
        Call call = new Call() {
            @Override
            protected void register() {
                me.interrupt();
            }
        };
        refused(InterruptedException.class, call::run);
        check(!Thread.interrupted());
        same(1, call.cancelled.get());
        check(!call.succeed("too late"));
        Call both = new Call() {
            @Override
            protected void register() {
                complete("result");
                me.interrupt();
            }
        };
        same("result", both.run());
        check(Thread.interrupted());
    }

    private static void isLate() throws Throwable {
        Call call = new Call() {
            @Override
            protected void register() {
                // nobody completes it in time
            }
        };
        refused(TimeoutException.class, () -> call.run(1, TimeUnit.MILLISECONDS));
        same(1, call.cancelled.get());
        check(!call.succeed("too late"));
    }

    /** Result and interrupt come at the same time: one of them wins, and both sides know which. */
    private static void givesUpOrNot() throws Throwable {
        Thread me = Thread.currentThread();
        for (int i = 0; i < ROUNDS; i++) {
            AtomicReference<Boolean> isTaken = new AtomicReference<>();
            List<Thread> threads = new ArrayList<>();
            Call call = new Call() {
                @Override
                protected void register() {
                    threads.add(new Thread(() -> isTaken.set(complete("result"))));
                    threads.add(new Thread(me::interrupt));
                    threads.forEach(Thread::start);
                }
            };
            boolean hasResult;
            try {
                hasResult = call.run().equals("result");
            } catch (InterruptedException e) {
                hasResult = false;
            }
            join(threads);
            same(hasResult, isTaken.get());
            same(hasResult ? 0 : 1, call.cancelled.get());
            // either the interrupt was reported, or it is left
            same(hasResult, Thread.interrupted());
        }
    }

    /** Also if this thread is interrupted meanwhile, which it stays. */
    private static void join(List<Thread> threads) {
        boolean isInterrupted = false;
        for (Thread each : threads) {
            while (each.isAlive()) {
                isInterrupted |= Thread.interrupted();
                Thread.yield();
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Any time that is 0 or less is over at once. */
    private static void waitsForNoTime() throws Throwable {
        for (long time : new long[] {0, -1, Long.MIN_VALUE + 1, Long.MIN_VALUE}) {
            CompletableFuture<String> never = new CompletableFuture<>();
            refused(TimeoutException.class, () -> Async.await(never, time, TimeUnit.NANOSECONDS));
            refused(TimeoutException.class, () -> Async.await(never, time, TimeUnit.DAYS));
            same("at once", Async.await(CompletableFuture.completedFuture("at once"), time, TimeUnit.DAYS));
        }
    }

    private static void isRunOnce() throws Throwable {
        Call call = new Call() {
            @Override
            protected void register() {
                complete("once");
            }
        };
        call.run();
        refused(IllegalStateException.class, call::run);
        refused(IllegalStateException.class, () -> call.run(1, TimeUnit.DAYS));
    }

    private static void waitsForStages() throws Throwable {
        same("done", Async.await(CompletableFuture.completedFuture("done")));
        CompletableFuture<String> later = new CompletableFuture<>();
        Thread me = Thread.currentThread();
        new Thread(() -> {
                    awaitWaiting(me);
                    later.complete("later");
                })
                .start();
        same("LATER", Async.await(later.thenApply(String::toUpperCase)));
        IOException thrown = new IOException();
        CompletableFuture<String> failed = CompletableFuture.failedFuture(thrown);
        check(refused(ExecutionException.class, () -> Async.await(failed)).getCause() == thrown);
        check(refused(ExecutionException.class, () -> Async.await(failed.thenApply(String::trim)))
                        .getCause()
                == thrown);
        CompletableFuture<String> never = new CompletableFuture<>();
        refused(TimeoutException.class, () -> Async.await(never, 1, TimeUnit.MILLISECONDS));
        Thread.currentThread().interrupt();
        refused(InterruptedException.class, () -> Async.await(never));
        check(!never.isDone());
        refused(NullPointerException.class, () -> Async.await((CompletableFuture<String>) null));
    }

    /** As Guava's and Netty's futures: with listeners. */
    private static final class Listenable extends FutureTask<String> {
        private final CompletableFuture<Void> listeners = new CompletableFuture<>();

        Listenable() {
            super(() -> null);
        }

        void succeed(String value) {
            set(value);
        }

        void addListener(Runnable task) {
            listeners.thenRun(task);
        }

        @Override
        protected void done() {
            listeners.complete(null);
        }
    }

    private static void waitsForFutures() throws Throwable {
        Listenable done = new Listenable();
        done.succeed("done");
        same("done", Async.await(done, done::addListener));
        Listenable later = new Listenable();
        Thread me = Thread.currentThread();
        new Thread(() -> {
                    awaitWaiting(me);
                    later.succeed("later");
                })
                .start();
        same("later", Async.await(later, later::addListener, 1, TimeUnit.MINUTES));
        Listenable cancelled = new Listenable();
        cancelled.cancel(true);
        refused(CancellationException.class, () -> Async.await(cancelled, cancelled::addListener));
        Listenable never = new Listenable();
        refused(TimeoutException.class, () -> Async.await(never, never::addListener, 1, TimeUnit.MILLISECONDS));
        check(!never.isDone());
        IOException thrown = new IOException();
        check(refused(
                                ExecutionException.class,
                                () -> Async.await(never, task -> {
                                    throw thrown;
                                }))
                        .getCause()
                == thrown);
    }

    @SuppressWarnings("try")
    private static void waitsForChannels() throws Throwable {
        try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            CompletableFuture<Integer> echoed = Async.start(() -> {
                try (AsynchronousSocketChannel accepted =
                        Async.<AsynchronousSocketChannel>await(handler -> server.accept(null, handler))) {
                    ByteBuffer buffer = ByteBuffer.allocate(8);
                    int read = Async.<Integer>await(handler -> accepted.read(buffer, null, handler));
                    buffer.flip();
                    return read + Async.<Integer>await(handler -> accepted.write(buffer, null, handler));
                }
            });
            try (AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
                Async.<Void>await(handler -> client.connect(server.getLocalAddress(), null, handler));
                Async.<Integer>await(handler -> client.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), null, handler));
                ByteBuffer answer = ByteBuffer.allocate(8);
                same(3, Async.<Integer>await(handler -> client.read(answer, null, handler)));
                same(6, Async.await(echoed));
                client.close();
                refused(
                        ExecutionException.class,
                        () -> Async.<Integer>await(handler -> client.read(answer, null, handler)));
            }
        }
    }

    @SuppressWarnings("try")
    private static void takesWhatIsPublished() throws Throwable {
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            PublishedElements<Integer> elements = Async.elements(publisher, 4);
            Thread submitting = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    publisher.submit(i);
                }
                publisher.close();
            });
            submitting.start();
            int expected = 0;
            for (int each : elements) {
                same(expected++, each);
            }
            same(100, expected);
            submitting.join();
            check(!elements.hasNext());
            refused(NoSuchElementException.class, elements::next);
        }
        IOException thrown = new IOException();
        Counting failing = new Counting();
        PublishedElements<Integer> elements = Async.elements(failing, 1);
        failing.subscriber.onNext(1);
        failing.subscriber.onError(thrown);
        same(1, elements.next());
        check(refused(CompletionException.class, elements::next).getCause() == thrown);
        refused(IllegalArgumentException.class, () -> Async.elements(failing, 0));
        refused(NullPointerException.class, () -> Async.elements(null, 1));
    }

    private static final class Counting implements Flow.Publisher<Integer>, Flow.Subscription {
        final AtomicInteger asked = new AtomicInteger();
        final AtomicBoolean isCancelled = new AtomicBoolean();
        Flow.Subscriber<? super Integer> subscriber;

        @Override
        public void subscribe(Flow.Subscriber<? super Integer> made) {
            subscriber = made;
            made.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            asked.addAndGet((int) n);
        }

        @Override
        public void cancel() {
            isCancelled.set(true);
        }
    }

    private static void asksForNoMoreThanItTakes() throws Throwable {
        Counting publisher = new Counting();
        PublishedElements<Integer> elements = Async.elements(publisher, 4);
        same(4, publisher.asked.get());
        for (int i = 0; i < 4; i++) {
            publisher.subscriber.onNext(i);
        }
        elements.next();
        same(4, publisher.asked.get());
        elements.next();
        same(6, publisher.asked.get());
        Thread.currentThread().interrupt();
        elements.next();
        elements.next();
        refused(CancellationException.class, elements::next);
        check(Thread.interrupted());
        check(publisher.isCancelled.get());
        check(!elements.hasNext());
        Counting second = new Counting();
        publisher.subscriber.onSubscribe(second);
        check(second.isCancelled.get());
    }

    /** Publishers that keep no rule: an end behind the end, elements behind it, and elements of no subscription. */
    private static void takesTheFirstEndAsTheEnd() throws Throwable {
        IOException thrown = new IOException();
        Counting failing = new Counting();
        PublishedElements<Integer> elements = Async.elements(failing, 4);
        failing.subscriber.onError(thrown);
        failing.subscriber.onNext(1);
        failing.subscriber.onComplete();
        check(refused(CompletionException.class, elements::next).getCause() == thrown);
        PublishedElements<Integer> unasked = Async.elements(
                made -> {
                    made.onNext(1);
                    made.onNext(2);
                    made.onComplete();
                },
                2);
        same(1, unasked.next());
        same(2, unasked.next());
        check(!unasked.hasNext());
    }

    private static void isClosedByAnother() throws Throwable {
        Counting publisher = new Counting();
        PublishedElements<Integer> elements = Async.elements(publisher, 1);
        Thread me = Thread.currentThread();
        new Thread(() -> {
                    awaitWaiting(me);
                    elements.close();
                })
                .start();
        refused(CancellationException.class, elements::next);
        check(publisher.isCancelled.get());
    }

    private static void startsBodies() throws Throwable {
        same(true, Async.start(Weft::isFiber).get());
        same(7, Async.start(() -> 6).thenApply(each -> each + 1).get());
        IOException thrown = new IOException();
        CompletableFuture<Object> failing = Async.start(() -> {
            throw thrown;
        });
        check(refused(ExecutionException.class, failing::get).getCause() == thrown);
        refused(NullPointerException.class, () -> Async.start(null));
    }

    private static void cancelsBodies() throws Throwable {
        CountDownLatch isIn = new CountDownLatch(1);
        CountDownLatch wasInterrupted = new CountDownLatch(1);
        AtomicReference<Thread> worker = new AtomicReference<>();
        CompletableFuture<Object> future = Async.start(() -> {
            worker.set(Thread.currentThread());
            isIn.countDown();
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                wasInterrupted.countDown();
            }
            return null;
        });
        isIn.await();
        check(future.cancel(true));
        wasInterrupted.await();
        worker.get().join();
        refused(CancellationException.class, future::get);
    }
}
