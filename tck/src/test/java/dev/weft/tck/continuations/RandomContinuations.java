package dev.weft.tck.continuations;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.NotResumableException;
import dev.weft.tck.continuations.RandomPrograms.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Random programs that nest continuations and suspend them, once by Weft's and once by continuations that are made of
 * platform threads; what they do must be the same, whether they are run by a platform thread, by a fiber, or by a new
 * fiber each time. Arguments: the number of programs, the seed, and {@code broken} if every 20th suspension is to be
 * left out, which must be found.
 */
public final class RandomContinuations {
    static final int MONITORS = 3;
    private static final int SCOPES = 3;
    private static final int MAX_DEPTH = 4;
    private static final int MAX_EVENTS = 400;

    private RandomContinuations() {}

    /** Checks them all; says how many. */
    public static void main(String[] args) throws InterruptedException {
        RandomPrograms.compare(
                args,
                (isWeft, isBroken, seed, way) ->
                        run(!isWeft ? new ByThreads() : isBroken ? new Broken() : new Wefts(), seed, way));
    }

    private static List<String> run(Engine engine, long seed, Way way) throws InterruptedException {
        Program program = new Program(engine, seed, false);
        Object outermost = engine.make(0, () -> program.body(0));
        if (way == Way.FIBER) {
            RandomPrograms.inFiber(() -> program.drive(outermost));
        } else {
            while (!program.isOver(outermost)) {
                if (way == Way.PLATFORM) {
                    program.runOnce(outermost);
                } else {
                    RandomPrograms.inFiber(() -> program.runOnce(outermost));
                }
            }
        }
        return program.events;
    }

    // ------------------------------------------------------------------------------------------- programs

    /** Its choices depend on the seed only, as long as it is run right. */
    static final class Program {
        private final Engine engine;
        private final Random random;
        final List<String> events = new ArrayList<>();
        private final boolean withMonitors;
        private int made;
        private Holds current;
        private Holds suspended;

        Program(Engine engine, long seed, boolean withMonitors) {
            this.engine = engine;
            random = new Random(seed);
            this.withMonitors = withMonitors;
        }

        boolean isOver(Object continuation) {
            return engine.isDone(continuation);
        }

        void drive(Object continuation) {
            while (!isOver(continuation)) {
                runOnce(continuation);
            }
        }

        void runOnce(Object continuation) {
            Holds own = current;
            try {
                engine.run(continuation);
                log("back");
            } catch (Thrown e) {
                log("caught " + e.getMessage());
            }
            current = own;
            if (withMonitors) {
                log("holds " + engine.holds(0) + engine.holds(1) + engine.holds(2));
                if (!isOver(continuation) && Holds.any(suspended, own) && random.nextInt(4) == 0) {
                    log("refuses others: " + engine.refusesOthers(continuation));
                }
            }
        }

        private void log(String event) {
            events.add(event);
        }

        /** The body of a continuation that is nested so deep. */
        void body(int nesting) {
            int number = made++;
            Holds own = new Holds(current);
            current = own;
            log("begin " + number);
            int steps = 2 + random.nextInt(12);
            for (int i = 0; i < steps && events.size() < MAX_EVENTS; i++) {
                log(number + "." + call(random.nextInt(6), i, nesting));
            }
            log("end " + number);
            if (random.nextInt(8) == 0) {
                throw new Thrown("of " + number);
            }
        }

        /** Some frames, and then a step in the innermost. */
        private long call(int frames, long value, int nesting) {
            if (frames > 0) {
                String kept = "k" + frames;
                long result = call(frames - 1, value + frames, nesting);
                return result + kept.length();
            }
            try {
                return step(nesting) + value;
            } catch (Thrown e) {
                log("passed " + e.getMessage());
                return value;
            }
        }

        private int locked(int monitor, int nesting) {
            log("enter " + monitor);
            Holds own = current;
            own.count++;
            try {
                int[] result = new int[1];
                engine.locked(monitor, () -> result[0] = step(nesting) + step(nesting));
                return result[0];
            } finally {
                own.count--;
                log("left " + monitor);
            }
        }

        private int step(int nesting) {
            int choice = random.nextInt(withMonitors ? 16 : 12);
            if (choice >= 12) {
                return locked(random.nextInt(MONITORS), nesting);
            }
            if (choice < 5) {
                // the outermost has scope 0, in which everything is
                int scope = random.nextInt(SCOPES);
                log("suspend " + scope);
                Holds own = current;
                suspended = own;
                log(engine.suspend(scope) ? "resumed" : "not in it");
                current = own;
                return scope;
            }
            if (choice < 7) {
                engine.park();
                return 1;
            }
            if (choice == 7 || nesting == MAX_DEPTH) {
                throw new Thrown("step");
            }
            Object inner = engine.make(random.nextInt(SCOPES), () -> body(nesting + 1));
            int runs = 1 + random.nextInt(4);
            for (int i = 0; i < runs && !isOver(inner); i++) {
                runOnce(inner);
            }
            return runs;
        }
    }

    /** How many monitors the frames of a continuation hold. */
    private static final class Holds {
        final Holds outer;
        int count;

        Holds(Holds outer) {
            this.outer = outer;
        }

        static boolean any(Holds inner, Holds end) {
            for (Holds each = inner; each != end; each = each.outer) {
                if (each.count > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1;

        Thrown(String message) {
            super(message, null, false, false);
        }
    }

    // ------------------------------------------------------------------------------------------- engines

    static class Wefts implements Engine {
        /** How often each is held; changed by who has it. */
        final int[] inside = new int[MONITORS];

        final Object[] monitors = new Object[MONITORS];
        private final ContinuationScope[] scopes = new ContinuationScope[SCOPES];

        Wefts() {
            for (int i = 0; i < SCOPES; i++) {
                scopes[i] = new ContinuationScope("scope " + i);
            }
            for (int i = 0; i < MONITORS; i++) {
                monitors[i] = new Object();
            }
        }

        @Override
        public Object make(int scope, Runnable body) {
            return new Continuation(scopes[scope], body);
        }

        @Override
        public void run(Object continuation) {
            ((Continuation) continuation).run();
        }

        @Override
        public boolean isDone(Object continuation) {
            return ((Continuation) continuation).isDone();
        }

        @Override
        public boolean suspend(int scope) {
            try {
                Continuation.suspend(scopes[scope]);
                return true;
            } catch (IllegalStateException e) {
                if (!e.getMessage().startsWith("not in")) {
                    throw e;
                }
                return false;
            }
        }

        @Override
        public void park() {
            LockSupport.parkNanos(1_000);
        }

        @Override
        public void locked(int monitor, Runnable body) {
            synchronized (monitors[monitor]) {
                inside[monitor]++;
                try {
                    body.run();
                } finally {
                    inside[monitor]--;
                }
            }
        }

        @Override
        public boolean holds(int monitor) {
            return Thread.holdsLock(monitors[monitor]);
        }

        @Override
        public boolean refusesOthers(Object continuation) {
            boolean[] isRefused = new boolean[1];
            Thread other = new Thread(() -> {
                try {
                    ((Continuation) continuation).run();
                } catch (NotResumableException e) {
                    isRefused[0] = e.reason() == NotResumableException.Reason.OTHER_THREAD;
                }
            });
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return isRefused[0];
        }
    }

    /** Forgets to suspend now and then. */
    private static final class Broken extends Wefts {
        private int suspended;

        @Override
        public boolean suspend(int scope) {
            return ++suspended % 20 == 0 || super.suspend(scope);
        }
    }
}
