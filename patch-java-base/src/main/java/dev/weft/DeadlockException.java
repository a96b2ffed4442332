package dev.weft;

import java.util.List;

/** Threads wait for one another, and no time-out is due: thrown by {@link DeterministicScheduler#run}. */
public final class DeadlockException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final transient List<Thread> threads;

    /** Of these threads, the stack traces of which the message has. */
    DeadlockException(long seed, List<Thread> threads) {
        super(describe(seed, threads));
        this.threads = List.copyOf(threads);
    }

    private static String describe(long seed, List<Thread> threads) {
        StringBuilder text = new StringBuilder("deadlock with seed ");
        text.append(seed).append(": these wait, and nothing is known that will wake them");
        for (Thread each : threads) {
            text.append("\n\"").append(each.getName()).append("\" ").append(each.getState());
            for (StackTraceElement frame : each.getStackTrace()) {
                text.append("\n\tat ").append(frame);
            }
        }
        return text.toString();
    }

    /** Those that wait, in the order in which they were started; empty if the exception was serialized. */
    public List<Thread> threads() {
        return threads == null ? List.of() : threads;
    }
}
