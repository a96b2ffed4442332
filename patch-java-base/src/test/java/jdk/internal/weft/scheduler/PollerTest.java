package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
    private final Poller poller = new Poller(null);
    private final Thread pollThread = new Thread(this::poll, "poll");

    /** Events come when the test says so. */
    private final class Kernel implements Poller.Source {
        @Override
        public void look() {
            throw new AssertionError("nobody looks");
        }

        @Override
        public boolean await() {
            waiting.incrementAndGet();
            entries.release();
            wakes.acquireUninterruptibly();
            waiting.decrementAndGet();
            return false;
        }

        @Override
        public void take() {
            throw new AssertionError("nothing was found");
        }

        @Override
        public void wake() {
            wakes.release();
        }
    }

    @BeforeEach
    void start() {
        pollThread.setDaemon(true);
        poller.come(new Kernel(), pollThread);
        pollThread.start();
    }

    private void poll() {
        while (!isOver) {
            poller.watch();
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
    void nobodyIsInTheKernelOnceTheVmIsAboutToExit() {
        entries.acquireUninterruptibly();
        poller.run();
        while (waiting.get() > 0) {
            Thread.onSpinWait();
        }
        awaitState(Thread.State.WAITING);
        wakes.drainPermits();
        assertFalse(entries.tryAcquire(), "it went there again");
        // a second exit, as by Runtime.halt in a hook
        poller.run();
        assertEquals(0, waiting.get());
    }
}
