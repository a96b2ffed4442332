package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.StampedLock;

/** Interrupts of threads that wait for processes, pipes, channels, futures and stamped locks. */
public final class InterruptBlockingCases {
    private InterruptBlockingCases() {}

    /** A thread that is blocked in the body is interrupted, and the body ends with that exception. */
    private static <T extends Throwable> void ends(Class<T> type, boolean keepsFlag, Body body) throws Throwable {
        Task task = Task.start(() -> {
            Check.fails(type, body);
            Check.equal(keepsFlag, Thread.interrupted());
        });
        Await.blocked(task);
        task.interrupt();
        task.finish();
    }

    /**
     * As above, of input or output. The flag is kept. The interrupt comes when the thread waits: JDK 17's looks for the
     * channel before it sets the flag, so that who begins in between is neither told nor finds it, and waits for ever.
     */
    private static <T extends Throwable> void endsInput(Class<T> type, Body body) throws Throwable {
        Task task = Task.start(() -> {
            Check.fails(type, body);
            Check.that(Thread.interrupted(), "the flag is kept");
        });
        Await.io(task);
        task.interrupt();
        task.finish();
    }

    /**
     * A thread in the body waits on when it is interrupted, has its flag afterwards, and is let go by the other body.
     */
    private static void goesOn(Body body, Body release) throws Throwable {
        Task task = Task.start(() -> {
            body.run();
            Check.that(Thread.interrupted(), "the flag is kept");
        });
        Await.blocked(task);
        task.interrupt();
        Await.blocked(task);
        Check.that(task.isAlive(), "it waits on");
        release.run();
        task.finish();
    }

    @Case("the wait for a process is interruptible, and the process lives on")
    public static void process() throws Throwable {
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            ends(InterruptedException.class, false, process::waitFor);
            ends(InterruptedException.class, false, () -> process.waitFor(10, TimeUnit.MINUTES));
            Check.that(process.isAlive(), "the process lives");
            Check.that(!process.waitFor(1, TimeUnit.MILLISECONDS), "the time is over");
        } finally {
            process.destroyForcibly();
        }
        Check.equal(137, process.waitFor());
    }

    @Case("an interrupt ends a read of a piped stream with InterruptedIOException")
    public static void pipedStream() throws Throwable {
        PipedInputStream in = new PipedInputStream();
        try (PipedOutputStream out = new PipedOutputStream()) {
            out.connect(in);
            ends(InterruptedIOException.class, false, in::read);
        }
    }

    @Case("an interrupt ends a write to a full piped stream with InterruptedIOException")
    public static void fullPipedStream() throws Throwable {
        PipedInputStream in = new PipedInputStream(4);
        PipedOutputStream out = new PipedOutputStream(in);
        out.write(new byte[4]);
        ends(InterruptedIOException.class, false, () -> out.write(5));
    }

    @Case("an interrupt closes the pipe that a thread reads")
    public static void pipe() throws Throwable {
        Pipe pipe = Pipe.open();
        endsInput(ClosedByInterruptException.class, () -> pipe.source().read(ByteBuffer.allocate(1)));
        Check.that(!pipe.source().isOpen(), "the source is closed");
        Check.that(pipe.sink().isOpen(), "the sink is not");
        pipe.sink().close();
    }

    @Case("an interrupt closes the server channel at which a thread waits for connections")
    public static void serverChannel() throws Throwable {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback(), 0));
        endsInput(ClosedByInterruptException.class, server::accept);
        Check.that(!server.isOpen(), "closed");
    }

    @Case("an interrupt closes the channel to which a thread cannot write more")
    public static void fullChannel() throws Throwable {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback(), 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel peer = server.accept()) {
            endsInput(ClosedByInterruptException.class, () -> {
                ByteBuffer much = ByteBuffer.allocate(1 << 16);
                for (; ; ) {
                    client.write(much.clear());
                }
            });
            Check.that(!client.isOpen(), "closed");
            Check.that(peer.isOpen(), "the other end is not");
        }
    }

    @Case("an interrupt closes the datagram channel at which a thread waits for a packet")
    public static void datagramChannel() throws Throwable {
        DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(loopback(), 0));
        endsInput(ClosedByInterruptException.class, () -> channel.receive(ByteBuffer.allocate(9)));
        Check.that(!channel.isOpen(), "closed");
    }

    private static InetAddress loopback() {
        return InetAddress.getLoopbackAddress();
    }

    @Case("get of a completable future is interruptible, join is not and keeps the flag")
    public static void completableFuture() throws Throwable {
        CompletableFuture<String> future = new CompletableFuture<>();
        ends(InterruptedException.class, false, future::get);
        ends(InterruptedException.class, false, () -> future.get(10, TimeUnit.MINUTES));
        goesOn(() -> Check.equal("late", future.join()), () -> future.complete("late"));
    }

    @Case("get of a fork-join task is interruptible for a thread of no pool")
    public static void forkJoinTask() throws Throwable {
        ForkJoinTask<?> task = ForkJoinTask.adapt(() -> {});
        ends(InterruptedException.class, false, task::get);
        ends(InterruptedException.class, false, () -> task.get(10, TimeUnit.MINUTES));
        Check.that(!task.isDone(), "the task is as it was");
    }

    @Case("join of a fork-join task is not interruptible, and keeps the flag")
    public static void forkJoinJoin() throws Throwable {
        ForkJoinTask<?> task = ForkJoinTask.adapt(() -> {});
        goesOn(task::join, () -> task.complete(null));
    }

    @Case("the interruptible methods of a stamped lock throw, the others keep the flag")
    public static void stampedLock() throws Throwable {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        ends(InterruptedException.class, false, lock::writeLockInterruptibly);
        ends(InterruptedException.class, false, lock::readLockInterruptibly);
        ends(InterruptedException.class, false, () -> lock.tryWriteLock(10, TimeUnit.MINUTES));
        ends(InterruptedException.class, false, () -> lock.tryReadLock(10, TimeUnit.MINUTES));
        goesOn(() -> lock.unlockWrite(lock.writeLock()), () -> lock.unlockWrite(stamp));
        Check.that(!lock.isWriteLocked() && !lock.isReadLocked(), "free again");
    }

    @Case("a phaser's awaitAdvance is not interruptible, awaitAdvanceInterruptibly is")
    public static void phaser() throws Throwable {
        Phaser phaser = new Phaser(1);
        ends(InterruptedException.class, false, () -> phaser.awaitAdvanceInterruptibly(0));
        ends(InterruptedException.class, false, () -> phaser.awaitAdvanceInterruptibly(0, 10, TimeUnit.MINUTES));
        goesOn(() -> Check.equal(1, phaser.awaitAdvance(0)), phaser::arrive);
    }

    @Case("the timed waits of a time unit are interruptible")
    public static void timeUnit() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        Task other = Task.start(go::await);
        ends(InterruptedException.class, false, () -> TimeUnit.MINUTES.sleep(10));
        ends(InterruptedException.class, false, () -> TimeUnit.MINUTES.timedJoin(other, 10));
        ends(InterruptedException.class, false, () -> {
            synchronized (lock) {
                TimeUnit.MINUTES.timedWait(lock, 10);
            }
        });
        go.countDown();
        other.finish();
    }

    @Case("an interrupt before a barrier breaks it without a wait")
    public static void barrierBefore() throws Throwable {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Task.start(() -> {
                    Thread.currentThread().interrupt();
                    Check.fails(InterruptedException.class, barrier::await);
                    Check.that(!Thread.interrupted(), "the flag is taken");
                })
                .finish();
        Check.that(barrier.isBroken(), "broken");
        Check.fails(BrokenBarrierException.class, barrier::await);
    }

    @Case("an interrupted invokeAll cancels the tasks that have not ended")
    public static void invokeAll() throws Throwable {
        ExecutorService pool = Executors.newCachedThreadPool();
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch both = new CountDownLatch(2);
        java.util.concurrent.Callable<Void> blocked = () -> {
            both.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
            return null;
        };
        Task task = Task.start(
                () -> Check.fails(InterruptedException.class, () -> pool.invokeAll(List.of(blocked, blocked))));
        both.await();
        task.interrupt();
        task.finish();
        pool.shutdown();
        Check.that(pool.awaitTermination(30, TimeUnit.SECONDS), "the pool ends");
        Check.equal(2, interrupted.get());
    }

    @Case("the take of a completion service is interruptible, and loses no result")
    public static void completionService() throws Throwable {
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(Runnable::run);
        ends(InterruptedException.class, false, service::take);
        service.submit(() -> 42);
        Check.equal(42, service.take().get());
    }

    @Case("a future task that was cancelled without interrupting lets its thread go on, and get fails for all")
    public static void cancelWithoutInterrupt() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        boolean[] ended = new boolean[1];
        FutureTask<Void> future = new FutureTask<>(() -> {
            running.countDown();
            go.await();
            ended[0] = true;
            return null;
        });
        Task runner = Task.start(future::run);
        running.await();
        Task waiter = Task.start(() -> Check.fails(java.util.concurrent.CancellationException.class, future::get));
        Await.blocked(waiter);
        Check.that(future.cancel(false), "cancelled");
        waiter.finish();
        Check.that(!runner.isInterrupted(), "no interrupt");
        go.countDown();
        runner.finish();
        Check.that(ended[0], "the body went on to its end");
    }
}
