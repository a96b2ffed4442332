package dev.weft.frameworks;

import cats.effect.IO;
import cats.effect.IO$;
import cats.effect.unsafe.IORuntime;
import cats.effect.unsafe.IORuntime$;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import scala.concurrent.ExecutionContext;
import scala.concurrent.ExecutionContext$;

/** Cats Effect 3: on a pool of one thread, one effect blocks until another one has run. */
public final class EffectsProgram {
    private static final long SECONDS = 5;

    private EffectsProgram() {}

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        ExecutionContext context = ExecutionContext$.MODULE$.fromExecutor(pool);
        IORuntime runtime = IORuntime$.MODULE$.global();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch opened = new CountDownLatch(1);
        IO<Object> waits = IO$.MODULE$.blocking(() -> {
            begun.countDown();
            return await(opened);
        });
        Thread waiter =
                new Thread(() -> Where.say("opened", "" + waits.evalOn(context).unsafeRunSync(runtime)));
        waiter.start();
        begun.await();
        IO<Object> opens = IO$.MODULE$.apply(() -> {
            opened.countDown();
            return null;
        });
        opens.evalOn(context).unsafeRunSync(runtime);
        waiter.join();
        pool.shutdown();
        Method asked = Class.forName("cats.effect.IOFiberConstants").getDeclaredMethod("isVirtualThread", Thread.class);
        asked.setAccessible(true);
        Thread made = (Thread) Class.forName("java.lang.Thread$Builder$OfVirtual")
                .getMethod("unstarted", Runnable.class)
                .invoke(Thread.class.getMethod("ofVirtual").invoke(null), (Runnable) () -> {});
        FutureTask<String> answers =
                new FutureTask<>(() -> asked.invoke(null, Thread.currentThread()) + ", " + asked.invoke(null, made));
        new Thread(answers).start();
        Where.say("isVirtualThread", answers.get());
        System.exit(0);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
