package dev.weft.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The protocol, and the model, take the VM's wait set for a queue: {@code Object.notify} wakes who has waited longest.
 */
class RealNotifyOrderTest {
    private static final int THREADS = 20;

    @Test
    @Timeout(60)
    void theVirtualMachineNotifiesInTheOrderOfWaiting() throws InterruptedException {
        Object monitor = new Object();
        List<Integer> woken = Collections.synchronizedList(new ArrayList<>());
        List<Integer> expected = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> waitOnce(monitor, woken, number));
            thread.setDaemon(true);
            thread.start();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            threads.add(thread);
            expected.add(i);
        }
        for (int i = 0; i < THREADS; i++) {
            synchronized (monitor) {
                monitor.notify();
            }
            while (woken.size() <= i) {
                Thread.onSpinWait();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(expected, woken);
    }

    private static void waitOnce(Object monitor, List<Integer> woken, int number) {
        synchronized (monitor) {
            try {
                monitor.wait();
                woken.add(number);
            } catch (InterruptedException e) {
                woken.add(-1);
            }
        }
    }
}
