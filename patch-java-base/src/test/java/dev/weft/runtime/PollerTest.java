package dev.weft.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits in the kernel, on the plain JVM: the poll thread, until the VM is about to exit. */
@Timeout(60)
class PollerTest {
    private final Semaphore wakes = new Semaphore(0);
    private final Semaphore entries = new Semaphore(0);
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean isOver;
    private Method watch;
    private Method end;
    private Object poller;
    private Thread pollThread;

    @BeforeEach
    void start() throws Exception {
        URL classes = Path.of("target/classes").toUri().toURL();
        // not closed: the poll thread may load more
        ClassLoader loader = new URLClassLoader(new URL[] {classes}, null);
        Class<?> events = loader.loadClass("jdk.internal.weft.scheduler.Poller");
        Class<?> source = loader.loadClass("jdk.internal.weft.scheduler.Poller$Source");
        watch = events.getMethod("watch");
        end = events.getMethod("run");
        Constructor<?> constructor = events.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        poller = constructor.newInstance(new Object[1]);
        pollThread = new Thread(this::poll, "poll");
        pollThread.setDaemon(true);
        Object kernel = Proxy.newProxyInstance(loader, new Class<?>[] {source}, (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "await":
                    waiting.incrementAndGet();
                    entries.release();
                    wakes.acquireUninterruptibly();
                    waiting.decrementAndGet();
                    return false;
                case "wake":
                    wakes.release();
                    return null;
                default:
                    throw new AssertionError(method);
            }
        });
        events.getMethod("come", source, Thread.class).invoke(poller, kernel, pollThread);
        pollThread.start();
    }

    private void poll() {
        while (!isOver) {
            try {
                watch.invoke(poller);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        isOver = true;
        wakes.release();
        pollThread.interrupt();
        pollThread.join();
    }

    private void awaitState(Thread.State state) {
        while (pollThread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoIsWokenWaitsInTheKernelAgain() {
        entries.acquireUninterruptibly();
        wakes.release();
        entries.acquireUninterruptibly();
        assertEquals(1, waiting.get());
    }

    @Test
    void nobodyIsInTheKernelOnceTheVmIsAboutToExit() throws Exception {
        entries.acquireUninterruptibly();
        end.invoke(poller);
        while (waiting.get() > 0) {
            Thread.onSpinWait();
        }
        awaitState(Thread.State.WAITING);
        wakes.drainPermits();
        assertFalse(entries.tryAcquire(), "it went there again");
        // a second exit, as by Runtime.halt in a hook
        end.invoke(poller);
        assertEquals(0, waiting.get());
    }
}
