package dev.weft.tck.continuations;

import dev.weft.Continuation;
import dev.weft.Generator;
import dev.weft.TypedContinuation;
import dev.weft.TypedScope;
import dev.weft.tck.continuations.RandomContinuations.Thrown;
import dev.weft.tck.continuations.RandomPrograms.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Random programs of generators, and of continuations that are copied, once by Weft's and once by such that are made of
 * platform threads; a copy is made of a thread by giving a new one the same inputs again. What they do must be the
 * same, by a platform thread, by a fiber, and by a new fiber each time. Arguments: the number of programs, the seed,
 * and {@code broken} if every 20th element or copy is to be wrong, which must be found.
 *
 * <p>The class stays whole because programs and both engines share the grammar.
 */
public final class RandomGenerators {
    private static final int MAX_EVENTS = 300;
    private static final int MAX_DEPTH = 4;

    private RandomGenerators() {}

    /** Checks them all; says how many. */
    public static void main(String[] args) throws InterruptedException {
        RandomPrograms.compare(args, RandomGenerators::run);
    }

    private static List<String> run(boolean isWeft, boolean isBroken, long seed, Way way) throws InterruptedException {
        List<String> events = new ArrayList<>();
        List<Runnable> steps = new ArrayList<>();
        if (seed % 2 == 0) {
            Elements elements = new Elements(isWeft, isBroken, seed, events);
            for (int i = 0; i < 40; i++) {
                steps.add(elements::step);
            }
        } else {
            Copied copied = new Copied(isWeft, isBroken, seed, events);
            for (int i = 0; i < 40; i++) {
                steps.add(copied::step);
            }
        }
        if (way == Way.FIBER) {
            RandomPrograms.inFiber(() -> steps.forEach(Runnable::run));
        } else {
            for (Runnable each : steps) {
                if (way == Way.PLATFORM) {
                    each.run();
                } else {
                    RandomPrograms.inFiber(each);
                }
            }
        }
        return events;
    }

    // ------------------------------------------------------------------------------------------- generators

    /** What a body may do. */
    interface Sink {
        void put(int element);

        void putAll(Source source);
    }

    interface Body {
        void run(Sink sink);
    }

    interface Source {
        boolean hasNext();

        int next();

        void close();
    }

    static Source source(boolean isWeft, boolean isBroken, Body body) {
        return isWeft ? new OfWeft(body, isBroken) : new OfThread(body);
    }

    private static final class OfWeft implements Source {
        private final Generator<Integer> generator;

        OfWeft(Body body, boolean isBroken) {
            generator = new Generator<>(out -> body.run(new Sink() {
                private int count;

                @Override
                public void put(int element) {
                    out.yield(isBroken && ++count % 20 == 0 ? -element : element);
                }

                @Override
                public void putAll(Source source) {
                    out.yieldAll(((OfWeft) source).generator);
                }
            }));
        }

        @Override
        public boolean hasNext() {
            return generator.hasNext();
        }

        @Override
        public int next() {
            return generator.next();
        }

        @Override
        public void close() {
            generator.close();
        }
    }

    /** Each is a platform thread that runs while another one waits for it. */
    private static final class OfThread implements Source {
        private final Body body;
        private final Semaphore toBody = new Semaphore(0);
        private final Semaphore toCaller = new Semaphore(0);
        private Thread thread;
        private boolean hasElement;
        private int element;
        private boolean hasEnded;
        private boolean isClosing;
        private Throwable failure;

        private static final class Closing extends Error {
            private static final long serialVersionUID = 1;
        }

        OfThread(Body body) {
            this.body = body;
        }

        private void live() {
            toBody.acquireUninterruptibly();
            try {
                body.run(new Sink() {
                    @Override
                    public void put(int value) {
                        element = value;
                        hasElement = true;
                        toCaller.release();
                        toBody.acquireUninterruptibly();
                        if (isClosing) {
                            throw new Closing();
                        }
                    }

                    @Override
                    public void putAll(Source source) {
                        try {
                            while (source.hasNext()) {
                                put(source.next());
                            }
                        } catch (Closing e) {
                            source.close();
                            throw e;
                        }
                    }
                });
            } catch (Throwable t) {
                failure = t instanceof Closing ? null : t;
            }
            hasEnded = true;
            toCaller.release();
        }

        private void resume() {
            if (thread == null) {
                thread = new Thread(ByThreads.within(this::live));
                thread.setDaemon(true);
                thread.start();
            }
            toBody.release();
            toCaller.acquireUninterruptibly();
            if (failure != null) {
                Thrown thrown = (Thrown) failure;
                failure = null;
                throw thrown;
            }
        }

        @Override
        public boolean hasNext() {
            if (!hasElement && !hasEnded) {
                resume();
            }
            return hasElement;
        }

        @Override
        public int next() {
            if (!hasNext()) {
                throw new Thrown("none");
            }
            hasElement = false;
            return element;
        }

        @Override
        public void close() {
            if (hasEnded) {
                hasElement = false;
                return;
            }
            hasElement = false;
            isClosing = true;
            if (thread == null) {
                hasEnded = true;
            } else {
                resume();
            }
        }
    }

    /** Its choices depend on the seed only, as long as all is right. */
    private static final class Elements {
        private final boolean isWeft;
        private final boolean isBroken;
        private final Random random;
        private final List<String> events;
        private final Source outermost;
        private int made;

        Elements(boolean isWeft, boolean isBroken, long seed, List<String> events) {
            this.isWeft = isWeft;
            this.isBroken = isBroken;
            this.events = events;
            random = new Random(seed);
            outermost = make(0);
        }

        private Source make(int depth) {
            int number = made++;
            Body body = sink -> body(number, depth, sink);
            return source(isWeft, isBroken, body);
        }

        void step() {
            act(outermost, random.nextInt(12), "driver ");
        }

        private void act(Source source, int choice, String who) {
            try {
                if (choice == 0) {
                    log(who + "has " + source.hasNext());
                } else if (choice == 1 && random.nextInt(4) == 0) {
                    source.close();
                    log(who + "closed");
                } else if (source.hasNext()) {
                    log(who + "got " + source.next());
                }
            } catch (Thrown e) {
                log(who + "caught " + e.getMessage());
            }
        }

        private void log(String event) {
            events.add(event);
        }

        private void body(int number, int depth, Sink sink) {
            log("begin " + number);
            try {
                int steps = 1 + random.nextInt(8);
                for (int i = 0; i < steps && events.size() < MAX_EVENTS; i++) {
                    step(number, depth, random.nextInt(4), sink);
                }
                if (random.nextInt(10) == 0) {
                    throw new Thrown("of " + number);
                }
            } finally {
                log("finally " + number);
            }
            log("end " + number);
        }

        /** Some frames, and then a step in the innermost. */
        private int step(int number, int depth, int frames, Sink sink) {
            if (frames > 0) {
                String kept = "k" + frames;
                return step(number, depth, frames - 1, sink) + kept.length();
            }
            int choice = random.nextInt(10);
            if (choice < 5 || depth == MAX_DEPTH) {
                sink.put(number * 100 + choice);
            } else if (choice == 5) {
                LockSupport.parkNanos(1_000);
            } else if (choice < 9) {
                inner(number, depth, choice, sink);
            } else {
                throw new Thrown("step of " + number);
            }
            return choice;
        }

        private void inner(int number, int depth, int choice, Sink sink) {
            Source inner = make(depth + 1);
            for (int i = random.nextInt(3); i > 0; i--) {
                act(inner, 2 + random.nextInt(10), number + " ");
            }
            if (choice == 6) {
                act(inner, 1, number + " ");
                return;
            }
            try {
                sink.putAll(inner);
            } catch (Thrown e) {
                log(number + " passed " + e.getMessage());
            }
        }
    }

    // ------------------------------------------------------------------------------------------- copies

    private interface Talk {
        long exchange(long value);
    }

    interface Copyable {
        String run(long input);

        Copyable copy();
    }

    static Copyable copyable(boolean isWeft, boolean isBroken) {
        return isWeft ? new CopyOfWeft(isBroken) : new CopyOfThread();
    }

    private static final class CopyOfWeft implements Copyable {
        private static final TypedScope<Long, Long> SCOPE = new TypedScope<>("copied");
        private static int made;

        private final TypedContinuation<Long, Long> continuation;
        private final boolean isBroken;

        CopyOfWeft(boolean isBroken) {
            this.isBroken = isBroken;
            continuation = new TypedContinuation<>(
                    SCOPE, first -> talk(value -> TypedContinuation.suspend(SCOPE, value), first, 0));
        }

        private CopyOfWeft(TypedContinuation<Long, Long> continuation, boolean isBroken) {
            this.continuation = continuation;
            this.isBroken = isBroken;
        }

        @Override
        public String run(long input) {
            if (continuation.isDone()) {
                return "done";
            }
            try {
                long output = continuation.run(input);
                return output + (continuation.isDone() ? " at the end" : "");
            } catch (Thrown e) {
                return "thrown";
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public Copyable copy() {
            if (continuation.isDone() || isBroken && ++made % 20 == 0) {
                return this;
            }
            Continuation copy = continuation.copy();
            return new CopyOfWeft((TypedContinuation<Long, Long>) copy, isBroken);
        }
    }

    private static final class CopyOfThread implements Copyable {
        private final List<Long> inputs = new ArrayList<>();
        private final Semaphore toBody = new Semaphore(0);
        private final Semaphore toCaller = new Semaphore(0);
        private Thread thread;
        private long passed;
        private String output;
        private boolean isDone;

        private long exchange(long value) {
            output = String.valueOf(value);
            toCaller.release();
            toBody.acquireUninterruptibly();
            return passed;
        }

        private void live() {
            toBody.acquireUninterruptibly();
            try {
                output = talk(this::exchange, passed, 0) + " at the end";
            } catch (Thrown e) {
                output = "thrown";
            }
            isDone = true;
            toCaller.release();
        }

        @Override
        public String run(long input) {
            if (isDone) {
                return "done";
            }
            inputs.add(input);
            passed = input;
            if (thread == null) {
                thread = new Thread(this::live);
                thread.setDaemon(true);
                thread.start();
            }
            toBody.release();
            toCaller.acquireUninterruptibly();
            return output;
        }

        @Override
        public Copyable copy() {
            if (isDone) {
                return this;
            }
            CopyOfThread copy = new CopyOfThread();
            for (long each : inputs) {
                copy.run(each);
            }
            return copy;
        }
    }

    private static long next(long state) {
        return state * 6364136223846793005L + 1442695040888963407L;
    }

    /** All that it knows is in its locals, so that a copy shares nothing. */
    private static long talk(Talk talk, long seed, int depth) {
        long state = next(seed ^ depth);
        double weight = depth;
        String kept = "k" + (state >>> 60);
        int steps = 2 + (int) (state >>> 62);
        for (int i = 0; i < steps; i++) {
            state = next(state);
            int choice = (int) (state >>> 60);
            if (choice < 6) {
                state ^= talk.exchange(state >>> 40);
            } else if (choice < 11 && depth < MAX_DEPTH) {
                try {
                    state += talk(talk, state, depth + 1);
                } catch (Thrown e) {
                    state ^= 0x55;
                } finally {
                    weight += i;
                }
            } else if (choice == 15) {
                throw new Thrown("talk");
            } else if (choice == 14) {
                LockSupport.parkNanos(1_000);
            }
        }
        return state + (long) weight + kept.length();
    }

    private static final class Copied {
        private final Random random;
        private final List<String> events;
        private final List<Copyable> all = new ArrayList<>();

        Copied(boolean isWeft, boolean isBroken, long seed, List<String> events) {
            random = new Random(seed);
            this.events = events;
            all.add(copyable(isWeft, isBroken));
        }

        void step() {
            int which = random.nextInt(all.size());
            if (random.nextInt(3) == 0) {
                all.add(all.get(which).copy());
            } else {
                events.add(which + ": " + all.get(which).run(random.nextInt(1000)));
            }
        }
    }
}
