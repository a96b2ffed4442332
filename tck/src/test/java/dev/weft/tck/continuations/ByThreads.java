package dev.weft.tck.continuations;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Each continuation is a platform thread; one of them runs at a time. */
final class ByThreads implements Engine {
    private static final ThreadLocal<Strand> INNERMOST = new ThreadLocal<>();

    private final AtomicInteger[] holds = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};

    /** The task in the continuations that the caller is in. */
    static Runnable within(Runnable task) {
        Strand innermost = INNERMOST.get();
        return () -> {
            INNERMOST.set(innermost);
            task.run();
        };
    }

    private static final class Strand {
        final int scope;
        final Runnable body;
        final Semaphore toCaller = new Semaphore(0);
        Strand parent;
        Semaphore suspended;
        boolean isDone;
        RandomContinuations.Thrown thrown;

        Strand(int scope, Runnable body) {
            this.scope = scope;
            this.body = body;
        }

        void begin() {
            INNERMOST.set(this);
            try {
                body.run();
            } catch (RandomContinuations.Thrown e) {
                thrown = e;
            }
            isDone = true;
            toCaller.release();
        }
    }

    @Override
    public Object make(int scope, Runnable body) {
        return new Strand(scope, body);
    }

    @Override
    public void run(Object continuation) {
        Strand strand = (Strand) continuation;
        strand.parent = INNERMOST.get();
        if (strand.suspended == null) {
            Thread thread = new Thread(strand::begin);
            thread.setDaemon(true);
            thread.start();
        } else {
            strand.suspended.release();
        }
        strand.toCaller.acquireUninterruptibly();
        if (strand.thrown != null) {
            RandomContinuations.Thrown thrown = strand.thrown;
            strand.thrown = null;
            throw thrown;
        }
    }

    @Override
    public boolean isDone(Object continuation) {
        return ((Strand) continuation).isDone;
    }

    @Override
    public boolean suspend(int scope) {
        Strand strand = INNERMOST.get();
        while (strand != null && strand.scope != scope) {
            strand = strand.parent;
        }
        if (strand == null) {
            return false;
        }
        Semaphore own = new Semaphore(0);
        strand.suspended = own;
        strand.toCaller.release();
        own.acquireUninterruptibly();
        return true;
    }

    @Override
    public void park() {
        // nobody would see it
    }

    /** The strands of a program stand for one thread. */
    @Override
    public void locked(int monitor, Runnable body) {
        holds[monitor].incrementAndGet();
        try {
            body.run();
        } finally {
            holds[monitor].decrementAndGet();
        }
    }

    @Override
    public boolean holds(int monitor) {
        return holds[monitor].get() > 0;
    }

    @Override
    public boolean refusesOthers(Object continuation) {
        return true;
    }
}
