package dev.weft.bench;

import dev.weft.Continuation;
import dev.weft.bench.peer.Driver;
import dev.weft.bench.peer.Shape;

/**
 * Suspend and resume without a scheduler; the time of one pair. Shapes: {@code touch-N}, where N frames of a stack,
 * whose depth is the size, return and are called again for each suspension (1: only the innermost, which loops; at
 * least 3 otherwise); and {@code one-shot-P}, where a call of the size's depth, each level with P parameters, suspends
 * once at the bottom.
 */
public final class Suspensions {
    private Suspensions() {}

    /** Takes the arguments of {@link Driver}. */
    public static void main(String[] args) throws Exception {
        Driver.main(args, Suspensions::open);
    }

    private static Shape open(String name, int size) {
        int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        if (name.startsWith("touch-")) {
            return new Running(new Touching(size, number));
        }
        return name.startsWith("one-shot-") ? new Running(new OneShot(size, number)) : null;
    }

    private static final class Running implements Shape {
        private final Body body;
        private final Suspender suspender;

        private Running(Body body) {
            this.body = body;
            suspender = Suspender.of(body);
            suspender.resume();
        }

        @Override
        public long run(int operations) {
            long before = body.count;
            for (int i = 0; i < operations; i++) {
                suspender.resume();
            }
            return body.count - before;
        }
    }

    private abstract static class Body implements Runnable {
        long count;
        long sum;

        /** Suspends; the innermost of the frames that are touched. */
        final void suspend() {
            count++;
            if (Suspender.IS_WEFT) {
                Continuation.suspend(Suspender.OfWeft.SCOPE);
            } else {
                Suspender.OfJdk.suspend();
            }
        }
    }

    private static final class Touching extends Body {
        private final int depth;
        private final int touched;

        private Touching(int depth, int touched) {
            this.depth = depth;
            this.touched = touched;
        }

        @Override
        public void run() {
            outer(depth - touched, this);
        }

        /** Levels that are never returned to; then the one that loops. */
        private long outer(int left, Object live) {
            if (left > 0) {
                return outer(left - 1, live) + live.hashCode() + left;
            }
            for (; ; ) {
                if (touched == 1) {
                    // not suspend(): that would be a second frame
                    count++;
                    if (Suspender.IS_WEFT) {
                        Continuation.suspend(Suspender.OfWeft.SCOPE);
                    } else {
                        Suspender.OfJdk.suspend();
                    }
                } else {
                    sum += inner(touched - 2, live);
                }
            }
        }

        private int inner(int left, Object live) {
            if (left > 1) {
                return inner(left - 1, live) + (live == this ? left : 0);
            }
            suspend();
            return left;
        }
    }

    private static final class OneShot extends Body {
        private final int depth;
        private final int parameters;

        private OneShot(int depth, int parameters) {
            this.depth = depth;
            this.parameters = parameters;
        }

        @Override
        public void run() {
            for (; ; ) {
                switch (parameters) {
                    case 1 -> sum += one(depth);
                    case 2 -> sum += two(depth, this);
                    default -> sum += three(depth, this, depth * 3L);
                }
            }
        }

        private int one(int left) {
            if (left > 1) {
                return one(left - 1) + left;
            }
            suspend();
            return left;
        }

        private int two(int left, Object live) {
            if (left > 1) {
                return two(left - 1, live) + (live == this ? left : 0);
            }
            suspend();
            return left;
        }

        private int three(int left, Object live, long number) {
            if (left > 1) {
                return three(left - 1, live, number + 1) + (live == this ? left : (int) number);
            }
            suspend();
            return left;
        }
    }
}
