package dev.weft.bench.macro;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The threads that call a program's units until they are told to stop, or until one fails. */
final class Team {
    private final MacroProgram program;
    private final Curve curve;
    private final Answers answers;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean isOver;

    Team(MacroProgram program, Curve curve) {
        this.program = program;
        this.curve = curve;
        answers = new Answers(program.kinds());
    }

    void start() {
        for (int i = 0; i < program.workers(); i++) {
            int worker = i;
            start(() -> work(worker));
        }
    }

    private void start(Runnable body) {
        Thread thread = Place.threads().newThread(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                isOver = true;
            }
        });
        threads.add(thread);
        thread.start();
    }

    private void work(int worker) {
        int kinds = program.kinds();
        for (int kind = worker % kinds; !isOver; kind = (kind + 1) % kinds) {
            long from = System.nanoTime();
            unit(worker, kind);
            if (program.unitsPerCall() > 0) {
                curve.add(from, System.nanoTime(), program.unitsPerCall());
            }
        }
    }

    private void unit(int worker, int kind) {
        try {
            answers.add(kind, program.unit(worker, kind));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a unit of kind " + kind, e);
        }
        calls.incrementAndGet();
    }

    /** Waits until so many nanoseconds have gone since a time, or until a worker has failed. */
    void await(long since, long nanos) throws InterruptedException {
        long left = nanos - (System.nanoTime() - since);
        while (left > 0 && failure.get() == null) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, 20_000_000));
            left = nanos - (System.nanoTime() - since);
        }
    }

    /** Lets all end their last units, and does the kinds that no worker came to. Throws what a worker has thrown. */
    void end(long patienceMillis) throws InterruptedException {
        isOver = true;
        join(patienceMillis);
        if (program.workers() > 0) {
            start(() -> {
                for (int kind = 0; kind < program.kinds(); kind++) {
                    if (!answers.has(kind)) {
                        unit(0, kind);
                    }
                }
            });
            join(patienceMillis);
        }
    }

    private void join(long patienceMillis) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(patienceMillis);
            if (thread.isAlive()) {
                throw new IllegalStateException("a worker did not end within " + patienceMillis + " ms");
            }
        }
        Throwable thrown = failure.get();
        if (thrown instanceof WrongAnswer wrong) {
            throw wrong;
        }
        if (thrown != null) {
            throw new IllegalStateException("a worker failed: " + thrown, thrown);
        }
    }

    long calls() {
        return calls.get();
    }

    long sum() {
        return program.workers() > 0 ? answers.sum() : 0;
    }
}
