package jdk.internal.weft.scheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fibers of a {@link Simulation}: who lives, who is ready, and for how long all have been busy. Not thread-safe:
 * the simulation's lock is to be held.
 */
final class Crowd {
    /**
     * How often fibers run in a row without anybody being woken until time passes: they compute, or wait for it in a
     * loop. A little passes with each turn then; more, if it goes on.
     */
    private static final int MAX_IDLE = 1_000;

    /** The same for fibers that wake each other for ever, while another one sleeps. */
    private static final int MAX_BUSY = 100_000;

    private static final int LONG = 1_000_000;
    private static final long NANOS = 10_000;
    private static final long LONG_NANOS = 1_000_000;

    /** How often daemons run without anybody else, until it is a deadlock of those. */
    private static final int MAX_DAEMON_TURNS = 1_000_000;

    /** A turn of a pinned fiber takes two changes of threads, and as long as so many others. */
    private static final int PINNED_TURNS = 20;

    /** {@link SchedulerTask}s, and the {@link Turn}s of fibers that wait pinned, and may go on; in a definite order. */
    private final List<Object> ready = new ArrayList<>();

    /** Those that park pinned, and are looked at before each draw. */
    private final List<Turn> pinned = new ArrayList<>();

    /** All that live, each with its number. */
    private final Map<SchedulerTask, Integer> live = new LinkedHashMap<>();

    private int started;
    private int nonDaemons;

    /** Turns and places since somebody was woken; turns since all have waited; turns of daemons in a row. */
    private int idle;

    private int busy;
    private int daemonTurns;

    private long fingerprint;

    Crowd() {}

    // ------------------------------------------------------------------------------------------- coming and going

    /** It lives from now on, or comes back from another scheduler. */
    void add(SchedulerTask task) {
        live.put(task, ++started);
        nonDaemons += task.thread().isDaemon() ? 0 : 1;
    }

    /** Forgets one that has left; nothing happens if it is forgotten already. */
    void remove(SchedulerTask task) {
        if (live.remove(task) != null) {
            nonDaemons -= task.thread().isDaemon() ? 0 : 1;
            idle = 0;
        }
    }

    boolean contains(SchedulerTask task) {
        return live.containsKey(task);
    }

    /** In the order in which they have started. */
    List<SchedulerTask> living() {
        return new ArrayList<>(live.keySet());
    }

    boolean hasEnded() {
        return nonDaemons == 0;
    }

    // ------------------------------------------------------------------------------------------- who is ready

    /** It was woken, or has only yielded. */
    void ready(Object taskOrTurn, boolean isWoken) {
        ready.add(taskOrTurn);
        if (isWoken) {
            idle = 0;
        }
    }

    /** It parks where it cannot be left. */
    void park(Turn turn) {
        pinned.add(turn);
    }

    boolean isReadyEmpty() {
        return ready.isEmpty();
    }

    /** Whether nobody can go on. */
    boolean isNobodyReady() {
        boolean isNobody = ready.isEmpty();
        for (Turn each : pinned) {
            isNobody &= !each.isOver();
        }
        return isNobody;
    }

    /** Whether another one comes first, at a place where that may be. */
    boolean isToSwitch(Lots lots) {
        boolean isAlone = ready.isEmpty() && pinned.isEmpty();
        idle++;
        return idle > MAX_IDLE || !isAlone && lots.isSwitch();
    }

    /** A {@link SchedulerTask} or {@link Turn}; null if none is ready. */
    Object draw(Lots lots, boolean counts) {
        for (int i = 0; i < pinned.size(); i++) {
            if (pinned.get(i).isOver()) {
                ready.add(pinned.remove(i--));
                idle = 0;
            }
        }
        if (ready.isEmpty()) {
            return null;
        }
        int place = lots.below(ready.size());
        Object drawn = ready.remove(place);
        SchedulerTask task = drawn instanceof SchedulerTask ? (SchedulerTask) drawn : null;
        if (counts) {
            int number = task == null ? -1 : live.getOrDefault(task, 0);
            fingerprint = fingerprint * 31 + number * 7L + place;
        }
        boolean isDaemon =
                task == null ? ((Turn) drawn).isDaemon : task.thread().isDaemon();
        daemonTurns = isDaemon ? daemonTurns + (task == null ? PINNED_TURNS : 1) : 0;
        idle++;
        busy++;
        return drawn;
    }

    /** Stands for the order in which all have been drawn. */
    long fingerprint() {
        return fingerprint;
    }

    // ------------------------------------------------------------------------------------------- for how long

    /** How much time is to pass now, although somebody is ready, in nanoseconds. */
    long nanosToPass() {
        if (idle > LONG || busy > LONG) {
            return LONG_NANOS;
        }
        return idle > MAX_IDLE || busy > MAX_BUSY ? NANOS : 0;
    }

    /** All have waited, and time has come to the next deadline. */
    void hasWaited() {
        busy = 0;
    }

    boolean areDaemonsAlone() {
        return daemonTurns > MAX_DAEMON_TURNS;
    }

    void forgetDaemonTurns() {
        daemonTurns = 0;
    }
}
