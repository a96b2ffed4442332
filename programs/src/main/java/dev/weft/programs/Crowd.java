package dev.weft.programs;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Many threads that do the same, each with its number. */
final class Crowd {
    /** What one thread does; its result is compared. */
    interface Work {
        Object of(int number) throws Exception;
    }

    private Crowd() {}

    /**
     * Starts so many threads at once, waits for all, and prints the sum of their results in the order of their numbers.
     */
    static void run(String what, int threads, Work work) throws InterruptedException {
        AtomicReferenceArray<Object> results = new AtomicReferenceArray<>(threads);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            all[i] = new Thread(
                    () -> {
                        try {
                            results.set(number, work.of(number));
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                        }
                    },
                    what + "-" + i);
            all[i].start();
        }
        for (Thread each : all) {
            each.join();
        }
        if (failure.get() != null) {
            // also where the plain JDK fails in the same way: the program has not done its work then
            throw new IllegalStateException(what, failure.get());
        }
        Digest digest = new Digest();
        for (int i = 0; i < threads; i++) {
            digest.add(results.get(i));
        }
        System.out.println(what + ": " + digest + ", the last " + results.get(threads - 1));
    }
}
