package dev.weft.examples;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import dev.weft.Async;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures of Guava and of Netty, which tell their listeners when they are done. */
public final class LibraryFutures {
    private LibraryFutures() {}

    private static <T> T ofGuava(ListenableFuture<T> future) throws ExecutionException, InterruptedException {
        return Async.await(future, task -> future.addListener(task, Runnable::run));
    }

    private static <T> T ofNetty(Future<T> future) throws ExecutionException, InterruptedException {
        return Async.await(future, task -> future.addListener(done -> task.run()));
    }

    private static void awaitAll() {
        try {
            SettableFuture<String> guava = SettableFuture.create();
            Promise<String> netty = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
            Thread waiting = Thread.currentThread();
            new Thread(() -> {
                        while (waiting.getState() != Thread.State.WAITING) {
                            Thread.yield();
                        }
                        guava.set("Guava");
                        netty.setFailure(new IllegalStateException("Netty"));
                    })
                    .start();
            System.out.println(ofGuava(guava));
            try {
                ofNetty(netty);
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getMessage());
            }
            SettableFuture<String> never = SettableFuture.create();
            try {
                Async.await(never, task -> never.addListener(task, Runnable::run), 1, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                System.out.println("late");
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits in a fiber. */
    public static void main(String[] args) throws InterruptedException {
        Thread fiber = new Thread(LibraryFutures::awaitAll);
        fiber.start();
        fiber.join();
    }
}
