package dev.weft.model;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The same programs on plain monitors, as JLS 17 has them: the outcomes that the protocol may have.
 *
 * <p>Spurious wake-ups are not among them, with one exception: where threads wait unknown to the table any may happen,
 * and HotSpot's own behaviour, that a waiter which is interrupted and then notified may return normally.
 */
final class Reference {
    private static final int PC = 0, MODE = 1, COUNT = 2, WHY = 3, FLAG = 4, LOG = 5, THREAD_SIZE = 6;
    private static final int RUNNING = 0, WAITING = 1, ENTERING = 2;
    private static final int NOTIFIED = 1, TIMED_OUT = 2, INTERRUPTED = 3, PASSES_ON = 4, NOTIFIED_ALL = 5;

    private final Scenario scenario;
    private final int threads;
    private byte[] s;
    private List<byte[]> out;

    Reference(Scenario scenario) {
        this.scenario = scenario;
        threads = scenario.threads();
    }

    Set<String> outcomes() {
        Set<String> outcomes = new HashSet<>();
        Set<ByteBuffer> seen = new HashSet<>();
        ArrayDeque<byte[]> todo = new ArrayDeque<>();
        byte[] start = new byte[threads * THREAD_SIZE + scenario.monitors() * 2 + 1];
        seen.add(ByteBuffer.wrap(start));
        todo.add(start);
        while (!todo.isEmpty()) {
            byte[] state = todo.poll();
            out = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                s = state;
                step(t);
            }
            if (out.isEmpty()) {
                s = state;
                outcomes.add(outcome());
            }
            for (int t = 0; t < threads && !scenario.used(); t++) {
                s = state;
                wakeSpuriously(t);
            }
            for (byte[] successor : out) {
                if (seen.add(ByteBuffer.wrap(successor))) {
                    todo.add(successor);
                }
            }
        }
        return outcomes;
    }

    private String outcome() {
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < threads; t++) {
            text.append(get(t, PC)).append('/').append(get(t, LOG)).append(get(t, FLAG) != 0 ? "i " : " ");
        }
        return text.append(s[s.length - 1]).toString();
    }

    private int get(int t, int field) {
        return s[t * THREAD_SIZE + field];
    }

    private void set(int t, int field, int value) {
        s[t * THREAD_SIZE + field] = (byte) value;
    }

    private int owner(int m) {
        return s[threads * THREAD_SIZE + 2 * m];
    }

    private void own(int m, int owner, int count) {
        s[threads * THREAD_SIZE + 2 * m] = (byte) owner;
        s[threads * THREAD_SIZE + 2 * m + 1] = (byte) count;
    }

    private int count(int m) {
        return s[threads * THREAD_SIZE + 2 * m + 1];
    }

    private Instr instr(int t) {
        return scenario.programs()[t][get(t, PC)];
    }

    /** One of the ways to go on from the state {@code from}. */
    private void fork(byte[] from, Runnable change) {
        s = from.clone();
        change.run();
        out.add(s);
        s = from;
    }

    private void next(int t) {
        set(t, PC, get(t, PC) + 1);
    }

    private void step(int t) {
        byte[] from = s;
        Instr in = instr(t);
        if (get(t, MODE) == WAITING) {
            if (in.isTimed()) {
                fork(from, () -> leave(t, TIMED_OUT));
            }
            if (get(t, FLAG) != 0) {
                fork(from, () -> {
                    set(t, FLAG, 0);
                    leave(t, INTERRUPTED);
                });
            }
        } else if (get(t, MODE) == ENTERING) {
            if (owner(in.a()) == 0) {
                returns(from, t, in.a());
            }
        } else {
            run(from, t, in);
        }
    }

    private void wakeSpuriously(int t) {
        if (get(t, MODE) == WAITING) {
            fork(s, () -> leave(t, NOTIFIED));
        }
    }

    private void leave(int t, int why) {
        set(t, MODE, ENTERING);
        set(t, WHY, why);
    }

    private List<Integer> waiters(int m) {
        List<Integer> list = new ArrayList<>();
        for (int u = 0; u < threads; u++) {
            if (get(u, MODE) == WAITING && instr(u).a() == m) {
                list.add(u);
            }
        }
        return list;
    }

    private void returns(byte[] from, int t, int m) {
        int why = get(t, WHY);
        boolean throwing = why == INTERRUPTED || why == PASSES_ON;
        Runnable end = () -> {
            own(m, t + 1, get(t, COUNT));
            set(t, COUNT, 0);
            set(t, LOG, throwing ? get(t, LOG) * 2 + 1 : get(t, LOG));
            set(t, MODE, RUNNING);
            set(t, WHY, 0);
            next(t);
        };
        List<Integer> waiters = waiters(m);
        if (why != PASSES_ON || waiters.isEmpty()) {
            fork(from, end);
        }
        for (int u : why == PASSES_ON ? waiters : List.<Integer>of()) {
            fork(from, () -> {
                end.run();
                leave(u, NOTIFIED);
            });
        }
    }

    private void run(byte[] from, int t, Instr in) {
        int m = in.a();
        switch (in.op()) {
            case END -> end(from, t);
            case CALL, CALL_STUCK, RETURN, SUSPEND, LEAVE, COME_BACK -> fork(from, () -> next(t));
            case ADD -> fork(from, () -> {
                s[s.length - 1]++;
                next(t);
            });
            case UNTIL -> {
                if (s[s.length - 1] >= in.b()) {
                    fork(from, () -> next(t));
                }
            }
            case JUMP_IF -> fork(from, () -> set(t, PC, s[s.length - 1] == in.b() ? in.c() : get(t, PC) + 1));
            case INTERRUPT -> interrupt(from, t, m);
            case ENTER, PLAIN_ENTER -> {
                if (owner(m) == 0 || owner(m) == t + 1) {
                    fork(from, () -> {
                        own(m, t + 1, count(m) + 1);
                        next(t);
                    });
                }
            }
            case EXIT -> fork(from, () -> {
                own(m, count(m) == 1 ? 0 : t + 1, count(m) - 1);
                next(t);
            });
            case NOTIFY, NOTIFY_ALL -> notify(from, t, m, in.op() == Op.NOTIFY_ALL);
            default -> await(from, t, m);
        }
    }

    /** What it has not left belongs to continuations. */
    private void end(byte[] from, int t) {
        for (int m = 0; m < scenario.monitors(); m++) {
            int left = m;
            if (owner(m) == t + 1) {
                fork(from, () -> own(left, 0, 0));
                return;
            }
        }
    }

    private void await(byte[] from, int t, int m) {
        if (owner(m) != t + 1) {
            throw new IllegalArgumentException("the program waits on what it has not entered");
        }
        fork(from, () -> {
            if (get(t, FLAG) != 0) {
                set(t, FLAG, 0);
                set(t, LOG, get(t, LOG) * 2 + 1);
                next(t);
            } else {
                set(t, COUNT, count(m));
                set(t, MODE, WAITING);
                own(m, 0, 0);
            }
        });
    }

    private void notify(byte[] from, int t, int m, boolean all) {
        List<Integer> waiters = waiters(m);
        if (all || waiters.isEmpty()) {
            fork(from, () -> {
                waiters.forEach(u -> leave(u, NOTIFIED_ALL));
                next(t);
            });
            return;
        }
        for (int u : waiters) {
            fork(from, () -> {
                leave(u, NOTIFIED);
                next(t);
            });
        }
    }

    private void interrupt(byte[] from, int t, int u) {
        int why = get(u, MODE) == ENTERING ? get(u, WHY) : 0;
        if (get(u, MODE) == WAITING) {
            fork(from, () -> {
                if (scenario.used()) {
                    leave(u, INTERRUPTED);
                } else {
                    set(u, FLAG, 1);
                }
                next(t);
            });
            return;
        }
        if (why != 0) {
            // the exception is thrown all the same, or it takes the second interrupt too
            fork(from, () -> {
                set(u, WHY, why == NOTIFIED || why == PASSES_ON ? PASSES_ON : INTERRUPTED);
                next(t);
            });
        }
        fork(from, () -> {
            set(u, FLAG, 1);
            next(t);
        });
    }
}
