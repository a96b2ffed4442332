package dev.weft;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.LockSupport;

/**
 * The elements of a publisher, one after another: who asks for one waits until it is published. Asks the publisher for
 * more when half of those that were asked for are taken.
 *
 * <p>Taken by one thread at a time; the publisher may use any. {@link #close} may be called by any thread. What was
 * done before an element was published happens-before what is done after it is taken.
 *
 * @param <T> the type of the elements
 */
public final class PublishedElements<T> implements Iterable<T>, Iterator<T>, AutoCloseable {
    private final int prefetch;
    private final Subscriber subscriber = new Subscriber();

    /** Guarded by itself, as is what follows. */
    private final ArrayDeque<T> queue = new ArrayDeque<>();

    private Flow.Subscription subscription;
    private Throwable failure;
    private boolean hasEnded;
    private boolean isClosed;
    private Thread waiter;

    /** How many were taken and not asked for again; of the taking thread only. */
    private int taken;

    private PublishedElements(int prefetch) {
        this.prefetch = prefetch;
    }

    static <T> PublishedElements<T> of(Flow.Publisher<? extends T> publisher, int prefetch) {
        Objects.requireNonNull(publisher, "publisher");
        if (prefetch < 1) {
            throw new IllegalArgumentException("prefetch must be at least 1, but is " + prefetch);
        }
        PublishedElements<T> elements = new PublishedElements<>(prefetch);
        publisher.subscribe(elements.subscriber);
        return elements;
    }

    private final class Subscriber implements Flow.Subscriber<T> {
        @Override
        public void onSubscribe(Flow.Subscription made) {
            boolean isUnwanted;
            synchronized (queue) {
                isUnwanted = subscription != null || isClosed;
                if (!isUnwanted) {
                    subscription = made;
                }
            }
            if (isUnwanted) {
                made.cancel();
            } else {
                made.request(prefetch);
            }
        }

        @Override
        public void onNext(T element) {
            Objects.requireNonNull(element, "element");
            synchronized (queue) {
                if (!isClosed && !hasEnded) {
                    queue.add(element);
                }
            }
            LockSupport.unpark(waiter());
        }

        @Override
        public void onError(Throwable thrown) {
            end(Objects.requireNonNull(thrown, "thrown"));
        }

        @Override
        public void onComplete() {
            end(null);
        }
    }

    private Thread waiter() {
        synchronized (queue) {
            return waiter;
        }
    }

    private void end(Throwable thrown) {
        synchronized (queue) {
            if (!hasEnded) {
                hasEnded = true;
                failure = thrown;
            }
        }
        LockSupport.unpark(waiter());
    }

    /**
     * Whether there is another element: waits until there is one, or the publisher has ended.
     *
     * @throws CompletionException if the publisher has failed, which is the cause; after the elements before it
     * @throws CancellationException if the thread is interrupted while it waits, which it stays; then this is closed.
     *     Or if it was closed while the thread has waited
     */
    @Override
    public boolean hasNext() {
        for (; ; ) {
            synchronized (queue) {
                if (!queue.isEmpty()) {
                    return true;
                }
                if (isClosed || hasEnded) {
                    return ended();
                }
                waiter = Thread.currentThread();
            }
            LockSupport.park(this);
            boolean isInterrupted = Thread.currentThread().isInterrupted();
            synchronized (queue) {
                waiter = null;
                if (isClosed) {
                    throw new CancellationException("closed by another thread");
                }
                isInterrupted &= queue.isEmpty() && !hasEnded;
            }
            if (isInterrupted) {
                close();
                throw new CancellationException("interrupted");
            }
        }
    }

    private boolean ended() {
        if (failure != null && !isClosed) {
            throw new CompletionException(failure);
        }
        return false;
    }

    /**
     * The next element, which is waited for.
     *
     * @throws NoSuchElementException if the publisher has ended
     * @throws CompletionException as {@link #hasNext} does
     * @throws CancellationException as {@link #hasNext} does
     */
    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        T element;
        Flow.Subscription asked;
        synchronized (queue) {
            element = queue.poll();
            asked = subscription;
        }
        if (element == null) {
            throw new CancellationException("closed by another thread");
        }
        if (++taken >= (prefetch + 1) / 2) {
            int again = taken;
            taken = 0;
            if (asked != null) {
                asked.request(again);
            }
        }
        return element;
    }

    /** These elements: there is one sequence only. */
    @Override
    public Iterator<T> iterator() {
        return this;
    }

    /** Cancels the subscription, and drops what was published and not taken. */
    @Override
    public void close() {
        Flow.Subscription ended;
        Thread waiting;
        synchronized (queue) {
            isClosed = true;
            queue.clear();
            ended = subscription;
            waiting = waiter;
        }
        if (ended != null) {
            ended.cancel();
        }
        LockSupport.unpark(waiting);
    }
}
