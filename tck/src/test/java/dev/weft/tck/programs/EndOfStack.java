package dev.weft.tck.programs;

import dev.weft.tck.Body;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Does something for the first time where the stack ends, at each of the innermost levels of a recursion; then tells
 * whether it works where there is stack enough.
 */
public final class EndOfStack {
    private static final int LEVELS = 300;

    private static final Runnable PARKING = new Runnable() {
        @Override
        public void run() {
            LockSupport.parkNanos(1);
        }
    };

    private static final Map<String, Body> ALL = Map.of(
            "start",
            () -> new Thread(PARKING).start(),
            "interrupt",
            EndOfStack::interrupt,
            "trace",
            () -> new Throwable().getStackTrace(),
            "walk",
            () -> StackWalker.getInstance().walk(frames -> frames.limit(3).toList()),
            "reflect",
            EndOfStack::reflect,
            "read",
            EndOfStack::read);

    private EndOfStack() {}

    private static void interrupt() {
        Thread.currentThread().interrupt();
        Thread.interrupted();
    }

    private static void read() throws IOException {
        try (FileInputStream in = new FileInputStream("/dev/zero")) {
            if (in.read() != 0) {
                throw new IllegalStateException("not the byte that is there");
            }
        }
    }

    private static void reflect() throws ReflectiveOperationException {
        EndOfStack.class.getMethod("called", int.class, String.class).invoke(null, 1, "");
    }

    /** By reflection. */
    public static void called(int number, String text) {
        PARKING.run();
    }

    /** Returns how many calls have returned since the stack overflowed. */
    private static int dive(Body body) {
        int above;
        try {
            above = dive(body);
        } catch (StackOverflowError e) {
            above = 0;
        }
        if (above < LEVELS) {
            try {
                body.run();
            } catch (Throwable e) {
                // it says that it has failed
            }
        }
        return above + 1;
    }

    private static String attempt(Body body) {
        try {
            body.run();
            return "works";
        } catch (Throwable e) {
            return e.toString();
        }
    }

    /** What to do: a start on the main thread, all else in one of its own. */
    public static void main(String[] args) throws Throwable {
        Body body = ALL.get(args[0]);
        List<String> results = new ArrayList<>();
        if (args[0].equals("walk")) {
            // what the plain JDK initializes, which may fail there as well
            body.run();
        }
        if (args[0].equals("start")) {
            dive(body);
        } else {
            run(() -> dive(body));
        }
        run(() -> results.add(attempt(body)));
        System.out.println(args[0] + " " + results.get(0));
    }

    private static void run(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }
}
