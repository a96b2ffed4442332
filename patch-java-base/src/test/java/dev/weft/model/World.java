package dev.weft.model;

/**
 * A state of the model: an array of bytes, and the operations of the VM on it. Monitors and threads are numbered from
 * 0; a reference to one is stored as its number plus 1, and 0 is null.
 *
 * <p>The ghost fields (owner and count as the programs mean them) exist for checking only; no step decides by them.
 *
 * <p>Stays whole as the one place that knows where in the array each value lies.
 */
class World {
    // fields of a thread
    static final int PC = 0, STEP = 1, DEPTH = 2, LOW = 3, STUCK = 4, PERMIT = 5, GRANTED = 6, WAITER = 7, WAITS_ON = 8;
    static final int REAL = 9,
            SAVED = 10,
            FLAG = 11,
            CARRIER_FLAG = 12,
            LOG = 13,
            VM_WAIT = 14,
            VM_COUNT = 15,
            REASON = 16;
    static final int PURPOSE = 17,
            TIME_UP = 18,
            BROADCAST_SEEN = 19,
            KEPT = 20,
            THROWS = 21,
            GHOST_SAVED = 22,
            IS_MONITOR_WAITER = 23;
    static final int HOLDS = 24, HOLD = 25, MAX_HOLDS = 4, THREAD_SIZE = HOLD + MAX_HOLDS;

    // fields of a monitor; the queues are a length and its elements
    static final int VM_OWNER = 0,
            VM_HOLDS = 1,
            OWNER = 2,
            COUNT = 3,
            HEIR = 4,
            MONITOR_WAITERS = 5,
            RESIDENTS = 6,
            EVER = 7;
    static final int GHOST_OWNER = 8,
            GHOST_COUNT = 9,
            ENTRY_QUEUE = 10,
            WAIT_QUEUE = 15,
            VM_QUEUE = 20,
            MONITOR_SIZE = 25;

    // states of a waiter, as in Waiter
    static final int ENTERING = 0,
            WAITING = 1,
            NOTIFIED = 2,
            NOTIFIED_ALL = 3,
            TIMED_OUT = 4,
            INTERRUPTED = 5,
            PINNED = 6;

    // why a thread has left the VM's wait set
    static final int BY_NOTIFY = 1, BY_TIME = 2, BY_INTERRUPT = 3;
    private static final int MONITOR_MASK = 7, DEPTH_SHIFT = 3, DEPTH_MASK = 7, ATTACHED = 64;

    /** Instead of a depth: in a continuation that is suspended. */
    static final int LEFT = 7;

    final Scenario scenario;
    final int threads;
    byte[] s;

    World(Scenario scenario) {
        this.scenario = scenario;
        threads = scenario.threads();
    }

    byte[] initial() {
        s = new byte[threads * THREAD_SIZE + scenario.monitors() * MONITOR_SIZE + Scenario.VARIABLES];
        for (int t = 0; t < threads; t++) {
            set(t, DEPTH, 1);
            set(t, LOW, 1);
        }
        for (int m = 0; m < scenario.monitors(); m++) {
            setM(m, EVER, scenario.used() ? 1 : 0);
        }
        return s;
    }

    /** A rule was broken. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Broken(String what) {
            super(what, null, false, false);
        }
    }

    static void require(boolean condition, String rule) {
        if (!condition) {
            throw new Broken(rule);
        }
    }

    int get(int thread, int field) {
        return s[thread * THREAD_SIZE + field];
    }

    void set(int thread, int field, int value) {
        s[thread * THREAD_SIZE + field] = (byte) value;
    }

    private int at(int monitor, int field) {
        return threads * THREAD_SIZE + monitor * MONITOR_SIZE + field;
    }

    int getM(int monitor, int field) {
        return s[at(monitor, field)];
    }

    void setM(int monitor, int field, int value) {
        s[at(monitor, field)] = (byte) value;
    }

    int variable() {
        return s[s.length - 1];
    }

    void addToVariable() {
        s[s.length - 1]++;
    }

    boolean isFiber(int thread) {
        return scenario.fiber()[thread];
    }

    Instr instr(int thread) {
        return scenario.programs()[thread][get(thread, PC)];
    }

    // ------------------------------------------------------------------------------------------- queues

    int length(int m, int queue) {
        return getM(m, queue);
    }

    int element(int m, int queue, int i) {
        return getM(m, queue + 1 + i);
    }

    void addLast(int m, int queue, int thread) {
        int n = length(m, queue);
        for (int i = 0; i < n; i++) {
            require(element(m, queue, i) != thread, "nobody is twice in a queue");
        }
        setM(m, queue + 1 + n, thread);
        setM(m, queue, n + 1);
    }

    void addFirst(int m, int queue, int thread) {
        addLast(m, queue, thread);
        for (int i = length(m, queue) - 1; i > 0; i--) {
            setM(m, queue + 1 + i, element(m, queue, i - 1));
        }
        setM(m, queue + 1, thread);
    }

    /** Removes the thread if it is there. */
    boolean remove(int m, int queue, int thread) {
        int n = length(m, queue);
        for (int i = 0; i < n; i++) {
            if (element(m, queue, i) == thread) {
                for (int j = i; j < n - 1; j++) {
                    setM(m, queue + 1 + j, element(m, queue, j + 1));
                }
                setM(m, queue + n, 0);
                setM(m, queue, n - 1);
                return true;
            }
        }
        return false;
    }

    // ------------------------------------------------------------------------------------------- the VM's monitors

    boolean canEnter(int t, int m) {
        int owner = getM(m, VM_OWNER);
        return owner == 0 || owner == t + 1;
    }

    void vmEnter(int t, int m, int holds) {
        require(canEnter(t, m), "the model enters only what is free");
        setM(m, VM_OWNER, t + 1);
        setM(m, VM_HOLDS, getM(m, VM_HOLDS) + holds);
    }

    void vmExit(int t, int m) {
        require(getM(m, VM_OWNER) == t + 1, "only the holder leaves a real monitor");
        setM(m, VM_HOLDS, getM(m, VM_HOLDS) - 1);
        if (getM(m, VM_HOLDS) == 0) {
            setM(m, VM_OWNER, 0);
        }
    }

    void vmWait(int t, int m) {
        require(getM(m, VM_OWNER) == t + 1, "only the holder waits on a real monitor");
        set(t, VM_COUNT, getM(m, VM_HOLDS));
        setM(m, VM_HOLDS, 0);
        setM(m, VM_OWNER, 0);
        set(t, VM_WAIT, m + 1);
        set(t, REASON, 0);
        set(t, BROADCAST_SEEN, 0);
        addLast(m, VM_QUEUE, t);
    }

    /** Re-enters after a real wait. Returns why it ended. */
    int vmReenter(int t, int m) {
        vmEnter(t, m, get(t, VM_COUNT));
        set(t, VM_COUNT, 0);
        int reason = get(t, REASON);
        set(t, REASON, 0);
        return reason;
    }

    void vmWake(int t, int reason) {
        remove(get(t, VM_WAIT) - 1, VM_QUEUE, t);
        set(t, VM_WAIT, 0);
        set(t, REASON, reason);
    }

    void vmNotify(int m) {
        if (length(m, VM_QUEUE) > 0) {
            vmWake(element(m, VM_QUEUE, 0), BY_NOTIFY);
        }
    }

    void vmNotifyAll(int m) {
        while (length(m, VM_QUEUE) > 0) {
            vmNotify(m);
        }
    }

    // ------------------------------------------------------------------------------------------- holds of a thread

    void addHold(int t, int m) {
        int n = get(t, HOLDS);
        set(t, HOLD + n, m | get(t, DEPTH) << DEPTH_SHIFT | ATTACHED);
        set(t, HOLDS, n + 1);
    }

    /** Those of a continuation may have been taken before those of who runs it now. */
    void dropHold(int t, int m) {
        int i = get(t, HOLDS) - 1;
        while (i >= 0 && holdDepth(t, i) != get(t, DEPTH)) {
            i--;
        }
        require(i >= 0 && holdMonitor(t, i) == m && isAttached(t, i), "exits the innermost monitor, attached");
        removeHold(t, i);
    }

    void removeHold(int t, int i) {
        int n = get(t, HOLDS) - 1;
        for (int j = i; j < n; j++) {
            set(t, HOLD + j, get(t, HOLD + j + 1));
        }
        set(t, HOLD + n, 0);
        set(t, HOLDS, n);
    }

    /** The hold goes with a continuation that is suspended, or comes back to the current depth. */
    void setLeft(int t, int i, boolean left) {
        int depth = left ? LEFT : get(t, DEPTH);
        set(t, HOLD + i, get(t, HOLD + i) & ~(DEPTH_MASK << DEPTH_SHIFT) | depth << DEPTH_SHIFT);
    }

    int holdMonitor(int t, int i) {
        return get(t, HOLD + i) & MONITOR_MASK;
    }

    int holdDepth(int t, int i) {
        return get(t, HOLD + i) >> DEPTH_SHIFT & DEPTH_MASK;
    }

    boolean isAttached(int t, int i) {
        return (get(t, HOLD + i) & ATTACHED) != 0;
    }

    void setAttached(int t, int i, boolean attached) {
        int hold = get(t, HOLD + i);
        set(t, HOLD + i, attached ? hold | ATTACHED : hold & ~ATTACHED);
    }

    // ------------------------------------------------------------------------------------------- ghosts

    void ghostEnter(int t, int m, int holds) {
        require(getM(m, GHOST_OWNER) == 0 || getM(m, GHOST_OWNER) == t + 1, "mutual exclusion");
        setM(m, GHOST_OWNER, t + 1);
        setM(m, GHOST_COUNT, getM(m, GHOST_COUNT) + holds);
    }

    void ghostExit(int t, int m) {
        require(getM(m, GHOST_OWNER) == t + 1, "exits what it has entered");
        setM(m, GHOST_COUNT, getM(m, GHOST_COUNT) - 1);
        if (getM(m, GHOST_COUNT) == 0) {
            setM(m, GHOST_OWNER, 0);
        }
    }

    void ghostWait(int t, int m) {
        require(getM(m, GHOST_OWNER) == t + 1, "waits on what it has entered");
        set(t, GHOST_SAVED, getM(m, GHOST_COUNT));
        setM(m, GHOST_COUNT, 0);
        setM(m, GHOST_OWNER, 0);
    }

    void ghostWaitEnds(int t, int m) {
        ghostEnter(t, m, get(t, GHOST_SAVED));
        set(t, GHOST_SAVED, 0);
    }
}
