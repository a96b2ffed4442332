package dev.weft.order;

import static dev.weft.order.StoreBuffers.END;
import static dev.weft.order.StoreBuffers.WAIT;

import dev.weft.order.StoreBuffers.Step;
import java.util.List;
import java.util.Set;

/**
 * A fiber parks on one carrier, is woken by two others, and is taken by an idle one: {@code Fiber.leave}, {@code
 * unpark} and {@code timeIsOver}, {@code StealQueue.add}, {@code IdleWorkers.queued} and {@code beginPark}. And a fiber
 * parks pinned: {@code Fiber.blockPinned} and {@code wakeCarrier}.
 */
final class HandOver {
    /** Defects that must be found. */
    enum Mutation {
        NONE,
        /** The frames are written after the state. */
        FRAMES_LATE,
        /** The state is written, not compared and set. */
        STATE_WRITTEN,
        /** Who wakes a fiber that runs leaves no permit. */
        NO_PERMIT,
        /** The slot of the queue is written after its tail. */
        SLOT_LATE,
        /** The tail is released only: it may be late when the adder reads whom to call. */
        TAIL_RELEASED,
        /** The same of {@code call}, by who is about to park. */
        CALL_RELEASED,
        /** Who parks does not look at the queues after it has said so. */
        NO_SECOND_LOOK,
        /** The queue is taken from without a compare-and-set. */
        TAKEN_PLAINLY,
        /** The thread that a pinned park blocks is written after the state. */
        BLOCKED_LATE,
        /** Its write is not even ordered: found to be harmless, since the compare-and-set of the state follows. */
        BLOCKED_PLAIN
    }

    private static final int RUNNABLE = 1;
    private static final int PARKED = 2;
    private static final int PINNED = 3;
    private static final int PERMIT = 8;

    private static final int STATE = 0;
    private static final int TOP = 1;
    private static final int SLOT = 2;
    private static final int TAIL = 3;
    private static final int HEAD = 4;
    private static final int CALL = 5;
    private static final int WAKE = 6;
    private static final int RAN = 7;
    private static final int WRONG = 8;
    private static final int PLACES = 9;

    private static final int FRAMES = 42;
    private static final int ANYBODY = 2;

    private final Mutation mutation;

    HandOver(Mutation mutation) {
        this.mutation = mutation;
    }

    private boolean is(Mutation other) {
        return mutation == other;
    }

    /** The ends in which the fiber has not gone on exactly once, or with other frames. */
    List<List<Integer>> wrongParks(int idle) {
        Step[][] programs = new Step[3 + idle][];
        programs[0] = park();
        programs[1] = wake();
        programs[2] = wake();
        for (int i = 0; i < idle; i++) {
            programs[3 + i] = idle();
        }
        return wrong(new StoreBuffers(programs).ends(PLACES, RUNNABLE));
    }

    /** As above, for a pinned park. */
    List<List<Integer>> wrongPins() {
        return wrong(new StoreBuffers(pin(), wakePinned()).ends(PLACES, RUNNABLE));
    }

    private static List<List<Integer>> wrong(Set<List<Integer>> ends) {
        return ends.stream()
                .filter(end -> end.get(RAN) != 1 || end.get(WRONG) != 0)
                .toList();
    }

    private Step[] park() {
        return new Step[] {
            a -> {
                if (!is(Mutation.FRAMES_LATE)) {
                    a.write(TOP, FRAMES);
                }
                return 1;
            },
            a -> {
                a.register(0, a.read(STATE));
                return (a.register(0) & PERMIT) != 0 ? 2 : 3;
            },
            // endPark: it goes on here
            a -> a.compareAndSet(STATE, a.register(0), RUNNABLE) ? 5 : 1,
            a -> {
                if (is(Mutation.STATE_WRITTEN)) {
                    a.writeVolatile(STATE, PARKED);
                    return 4;
                }
                return a.compareAndSet(STATE, a.register(0), PARKED) ? 4 : 1;
            },
            a -> {
                if (is(Mutation.FRAMES_LATE)) {
                    a.write(TOP, FRAMES);
                }
                return END;
            },
            a -> ran(a, FRAMES),
        };
    }

    private static int ran(StoreBuffers.Access a, int frames) {
        int before = a.read(RAN);
        if (frames != FRAMES) {
            a.writeVolatile(WRONG, 1);
        }
        return a.compareAndSet(RAN, before, before + 1) ? END : WAIT;
    }

    /** By who also adds it to a queue: by another fiber, or by a timer that is due. */
    private Step[] wake() {
        return new Step[] {
            a -> {
                a.register(0, a.read(STATE));
                return a.register(0) == PARKED ? 1 : a.register(0) == RUNNABLE && !is(Mutation.NO_PERMIT) ? 2 : END;
            },
            a -> a.compareAndSet(STATE, PARKED, RUNNABLE) ? 3 : 0,
            a -> a.compareAndSet(STATE, RUNNABLE, RUNNABLE | PERMIT) ? END : 0,
            a -> {
                if (!is(Mutation.SLOT_LATE)) {
                    a.write(SLOT, 1);
                }
                return 4;
            },
            a -> {
                if (is(Mutation.TAIL_RELEASED)) {
                    a.writeRelease(TAIL, 1);
                } else {
                    a.writeVolatile(TAIL, 1);
                }
                return 5;
            },
            a -> {
                if (is(Mutation.SLOT_LATE)) {
                    a.write(SLOT, 1);
                }
                return 6;
            },
            a -> a.read(CALL) == ANYBODY ? 7 : END,
            // under the lock
            a -> a.compareAndSet(CALL, ANYBODY, 0) ? 8 : END,
            a -> {
                a.writeVolatile(WAKE, a.read(WAKE) + 1);
                return END;
            },
        };
    }

    private Step[] idle() {
        return new Step[] {
            a -> {
                if (is(Mutation.CALL_RELEASED)) {
                    a.writeRelease(CALL, ANYBODY);
                } else {
                    a.writeVolatile(CALL, ANYBODY);
                }
                return is(Mutation.NO_SECOND_LOOK) ? 2 : 1;
            },
            a -> a.read(TAIL) > a.read(HEAD) ? 3 : 2,
            a -> {
                int wake = a.read(WAKE);
                return wake > 0 && a.compareAndSet(WAKE, wake, wake - 1) ? 3 : WAIT;
            },
            a -> a.read(TAIL) > a.read(HEAD) ? 4 : END,
            a -> {
                a.register(0, a.read(SLOT));
                return 5;
            },
            a -> {
                if (is(Mutation.TAKEN_PLAINLY)) {
                    a.write(HEAD, 1);
                    return 6;
                }
                return a.compareAndSet(HEAD, 0, 1) ? 6 : END;
            },
            a -> {
                a.register(1, a.read(TOP));
                return 7;
            },
            a -> ran(a, a.register(0) == 1 ? a.register(1) : 0),
        };
    }

    private Step[] pin() {
        return new Step[] {
            a -> {
                if (is(Mutation.BLOCKED_PLAIN)) {
                    a.write(TOP, 1);
                } else if (!is(Mutation.BLOCKED_LATE)) {
                    a.writeVolatile(TOP, 1);
                }
                return 1;
            },
            a -> {
                a.register(0, a.read(STATE));
                return (a.register(0) & PERMIT) != 0 ? 4 : 2;
            },
            a -> a.compareAndSet(STATE, a.register(0), PINNED) ? 3 : 1,
            a -> {
                if (is(Mutation.BLOCKED_LATE)) {
                    a.writeVolatile(TOP, 1);
                }
                return 5;
            },
            a -> ran(a, FRAMES),
            // the kernel's permit
            a -> a.compareAndSet(WAKE, 1, 0) ? 4 : WAIT,
        };
    }

    private Step[] wakePinned() {
        return new Step[] {
            a -> {
                a.register(0, a.read(STATE));
                return 1;
            },
            a -> a.compareAndSet(STATE, a.register(0), a.register(0) | PERMIT) ? a.register(0) == PINNED ? 2 : END : 0,
            a -> {
                // who is null is not woken
                if (a.read(TOP) == 1) {
                    a.writeVolatile(WAKE, 1);
                }
                return END;
            },
        };
    }
}
