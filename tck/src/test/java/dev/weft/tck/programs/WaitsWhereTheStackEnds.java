package dev.weft.tck.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that wait, in one of several ways, some frames in front of the end of their stack. The wait ends, or throws
 * a {@code StackOverflowError}; after either the thread waits on as others do, and holds nothing. Prints, for each way,
 * whether some waits have ended and some have thrown, and what was wrong.
 */
public final class WaitsWhereTheStackEnds {
    private static final int NEAREST = 220;
    private static final long STACK = 256 << 10;

    private final Object monitor = new Object();
    private final Pipe pipe = Pipe.open();
    private volatile boolean isOver;
    private int reached;

    private WaitsWhereTheStackEnds() throws IOException {}

    private interface Way {
        void await() throws InterruptedException, IOException;
    }

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(Throwable cause) {
            super(cause);
        }
    }

    private int down(int frames, Way way) {
        reached++;
        if (frames > 0) {
            return down(frames - 1, way) + 1;
        }
        try {
            way.await();
        } catch (InterruptedException | IOException e) {
            throw new Failure(e);
        }
        return 0;
    }

    private void enter() {
        synchronized (monitor) {
            reached++;
        }
    }

    private void waitShortly() throws InterruptedException {
        synchronized (monitor) {
            monitor.wait(1);
        }
    }

    private void read() throws IOException {
        pipe.source().read(ByteBuffer.allocate(1));
    }

    private static void joinAnother() throws InterruptedException {
        Thread other = new Thread(Thread::yield);
        other.start();
        other.join();
    }

    /** Wakes the thread by all means, again and again. */
    private void serve(Thread thread) {
        ByteBuffer one = ByteBuffer.allocate(1);
        while (!isOver) {
            LockSupport.unpark(thread);
            try {
                synchronized (monitor) {
                    Thread.sleep(1);
                }
                pipe.sink().write(one.clear());
                Thread.sleep(1);
            } catch (InterruptedException | IOException e) {
                throw new Failure(e);
            }
        }
    }

    private void run(String name, Way way) {
        int ended = 0;
        int thrown = 0;
        int wrong = 0;
        try {
            // what is initialized on the way
            way.await();
            down(Integer.MAX_VALUE, way);
        } catch (InterruptedException | IOException e) {
            wrong++;
        } catch (StackOverflowError e) {
            // now it is known how far that is
        }
        int end = reached;
        for (int before = 0; before < NEAREST; before++) {
            try {
                down(Math.max(0, end - before), way);
                ended++;
            } catch (StackOverflowError e) {
                thrown++;
            }
            wrong += Thread.holdsLock(monitor) ? 1 : 0;
            try {
                // as anywhere else
                way.await();
            } catch (InterruptedException | IOException e) {
                wrong++;
            }
        }
        System.out.println(name + ": " + (ended > 0 ? "some" : "none") + " ended, " + (thrown > 0 ? "some" : "none")
                + " thrown, " + wrong + " wrong");
    }

    private void tryOut(String name, Way way) throws InterruptedException {
        Thread thread = new Thread(null, () -> run(name, way), name, STACK);
        Thread server = new Thread(() -> serve(thread));
        thread.start();
        server.start();
        thread.join();
        isOver = true;
        server.join();
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException, IOException {
        new WaitsWhereTheStackEnds().tryOut("park", LockSupport::park);
        new WaitsWhereTheStackEnds().tryOut("parkNanos", () -> LockSupport.parkNanos(1_000));
        new WaitsWhereTheStackEnds().tryOut("yield", Thread::yield);
        new WaitsWhereTheStackEnds().tryOut("sleep", () -> Thread.sleep(1));
        new WaitsWhereTheStackEnds().tryOut("join", WaitsWhereTheStackEnds::joinAnother);
        WaitsWhereTheStackEnds waiting = new WaitsWhereTheStackEnds();
        waiting.tryOut("wait", waiting::waitShortly);
        WaitsWhereTheStackEnds entering = new WaitsWhereTheStackEnds();
        entering.tryOut("enter", entering::enter);
        WaitsWhereTheStackEnds reading = new WaitsWhereTheStackEnds();
        reading.tryOut("read", reading::read);
    }
}
