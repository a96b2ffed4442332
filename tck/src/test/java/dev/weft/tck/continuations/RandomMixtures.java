package dev.weft.tck.continuations;

import dev.weft.tck.continuations.RandomContinuations.Thrown;
import dev.weft.tck.continuations.RandomGenerators.Copyable;
import dev.weft.tck.continuations.RandomGenerators.Sink;
import dev.weft.tck.continuations.RandomGenerators.Source;
import dev.weft.tck.continuations.RandomPrograms.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random programs that nest continuations of three scopes, generators and copied continuations in one another: a
 * generator's body suspends the continuations that it is asked in, a continuation is copied in a body that another one
 * yields whole. Weft's against those that are made of platform threads. Arguments: as of {@link RandomContinuations}.
 */
public final class RandomMixtures {
    private static final int SCOPES = 3;
    private static final int MAX_DEPTH = 4;
    private static final int MAX_EVENTS = 400;

    private RandomMixtures() {}

    /** Checks them all; says how many. */
    public static void main(String[] args) throws InterruptedException {
        RandomPrograms.compare(args, RandomMixtures::run);
    }

    private static List<String> run(boolean isWeft, boolean isBroken, long seed, Way way) throws InterruptedException {
        Program program = new Program(isWeft, isBroken, seed);
        Object outermost = program.engine.make(0, () -> program.body(0, null));
        Runnable once = () -> program.runOnce(outermost);
        if (way == Way.FIBER) {
            RandomPrograms.inFiber(() -> {
                while (!program.engine.isDone(outermost)) {
                    once.run();
                }
            });
        } else {
            while (!program.engine.isDone(outermost)) {
                if (way == Way.PLATFORM) {
                    once.run();
                } else {
                    RandomPrograms.inFiber(once);
                }
            }
        }
        return program.events;
    }

    /** Its choices depend on the seed only, as long as all is right. */
    private static final class Program {
        final Engine engine;
        final List<String> events = new ArrayList<>();
        private final boolean isWeft;
        private final boolean isBroken;
        private final Random random;
        private int made;

        Program(boolean isWeft, boolean isBroken, long seed) {
            this.isWeft = isWeft;
            this.isBroken = isBroken;
            engine = isWeft ? new RandomContinuations.Wefts() : new ByThreads();
            random = new Random(seed);
        }

        private void log(String event) {
            events.add(event);
        }

        void runOnce(Object continuation) {
            try {
                engine.run(continuation);
                log("back");
            } catch (Thrown e) {
                log("caught " + e.getMessage());
            }
        }

        /** That of a continuation, or of a generator, which has a sink. */
        void body(int depth, Sink sink) {
            int number = made++;
            log("begin " + number);
            try {
                int steps = 2 + random.nextInt(8);
                for (int i = 0; i < steps && events.size() < MAX_EVENTS; i++) {
                    log(number + "." + call(random.nextInt(4), i, depth, sink));
                }
                if (random.nextInt(10) == 0) {
                    throw new Thrown("of " + number);
                }
            } finally {
                log("finally " + number);
            }
        }

        /** Some frames, and then a step in the innermost. */
        private long call(int frames, long value, int depth, Sink sink) {
            if (frames > 0) {
                String kept = "k" + frames;
                return call(frames - 1, value + frames, depth, sink) + kept.length();
            }
            try {
                return step(depth, sink) + value;
            } catch (Thrown e) {
                log("passed " + e.getMessage());
                return value;
            }
        }

        private int step(int depth, Sink sink) {
            int choice = random.nextInt(16);
            if (choice < 5 && sink != null) {
                sink.put(choice);
            } else if (choice < 8) {
                int scope = random.nextInt(SCOPES);
                log("suspend " + scope);
                log(engine.suspend(scope) ? "resumed" : "not in it");
            } else if (choice == 8) {
                engine.park();
            } else if (choice == 9) {
                throw new Thrown("step");
            } else if (choice < 11) {
                copies();
            } else if (depth == MAX_DEPTH) {
                log("bottom");
            } else if (choice < 13) {
                continuation(depth);
            } else {
                generator(depth, sink);
            }
            return choice;
        }

        private void continuation(int depth) {
            Object inner = engine.make(random.nextInt(SCOPES), () -> body(depth + 1, null));
            for (int runs = 1 + random.nextInt(5); runs > 0 && !engine.isDone(inner); runs--) {
                runOnce(inner);
            }
        }

        private void generator(int depth, Sink sink) {
            Source inner = RandomGenerators.source(isWeft, isBroken, to -> body(depth + 1, to));
            int asks = random.nextInt(8);
            try {
                for (int i = 0; i < asks && inner.hasNext(); i++) {
                    log("got " + inner.next());
                }
            } catch (Thrown e) {
                log("caught " + e.getMessage());
            }
            if (sink != null && random.nextBoolean()) {
                sink.putAll(inner);
            } else if (random.nextInt(3) == 0) {
                inner.close();
                log("closed");
            }
        }

        private void copies() {
            List<Copyable> all = new ArrayList<>(List.of(RandomGenerators.copyable(isWeft, isBroken)));
            for (int i = random.nextInt(8); i > 0; i--) {
                int which = random.nextInt(all.size());
                if (random.nextInt(3) == 0) {
                    all.add(all.get(which).copy());
                } else {
                    log("copy " + which + ": " + all.get(which).run(random.nextInt(1000)));
                }
            }
        }
    }
}
