package dev.weft.model;

/** {@code Entry}, method by method; all of it is one step together with what surrounds it under the real monitor. */
class Protocol extends World {
    final Mutation mutation;

    Protocol(Scenario scenario, Mutation mutation) {
        super(scenario);
        this.mutation = mutation;
    }

    boolean mutated(Mutation m) {
        return mutation == m;
    }

    boolean admits(int t, int m) {
        int owner = getM(m, OWNER);
        return owner == 0 || owner == t + 1;
    }

    boolean pass(int t, int m) {
        if (!admits(t, m)) {
            return false;
        }
        if (getM(m, HEIR) == t + 1) {
            setM(m, HEIR, 0);
            if (!mutated(Mutation.HEIR_WAKES_NO_NEXT)) {
                wakeNext(m);
            }
        }
        return true;
    }

    void detach(int t, int m) {
        if (get(t, WAITS_ON) == m + 1 && !mutated(Mutation.DETACH_IGNORES_WAIT)) {
            set(t, SAVED, get(t, SAVED) + 1);
            return;
        }
        require(admits(t, m), "detaches what no other owns");
        setM(m, EVER, 1);
        setM(m, OWNER, t + 1);
        setM(m, COUNT, getM(m, COUNT) + 1);
    }

    void attach(int t, int m) {
        require(getM(m, OWNER) == t + 1 && getM(m, COUNT) > 0, "attaches what it has detached");
        setM(m, COUNT, getM(m, COUNT) - 1);
        if (getM(m, COUNT) == 0) {
            setM(m, OWNER, 0);
            cleared(m);
        }
    }

    int release(int t, int m) {
        if (getM(m, OWNER) != t + 1 || mutated(Mutation.WAIT_KEEPS_DETACHED_HOLDS)) {
            return 0;
        }
        int held = getM(m, COUNT);
        setM(m, COUNT, 0);
        setM(m, OWNER, 0);
        cleared(m);
        return held;
    }

    void restore(int t, int m) {
        int holds = get(t, SAVED);
        set(t, SAVED, 0);
        if (holds > 0 && !mutated(Mutation.SAVED_HOLDS_LOST)) {
            setM(m, OWNER, t + 1);
            setM(m, COUNT, getM(m, COUNT) + holds);
        }
    }

    private void cleared(int m) {
        if (!mutated(Mutation.NO_WAKE_WHEN_CLEARED)) {
            wakeNext(m);
        }
        if (getM(m, MONITOR_WAITERS) > 0 && !mutated(Mutation.MONITOR_WAITERS_NOT_WOKEN)) {
            spuriousBroadcast(m);
        }
    }

    private void spuriousBroadcast(int m) {
        for (int i = 0; i < length(m, VM_QUEUE); i++) {
            set(element(m, VM_QUEUE, i), BROADCAST_SEEN, 1);
        }
        vmNotifyAll(m);
    }

    void wakeNext(int m) {
        if (getM(m, OWNER) == 0 && getM(m, HEIR) == 0 && length(m, ENTRY_QUEUE) > 0) {
            int next = element(m, ENTRY_QUEUE, 0);
            remove(m, ENTRY_QUEUE, next);
            setM(m, HEIR, next + 1);
            set(next, GRANTED, 1);
            set(next, PERMIT, 1);
        }
    }

    boolean resign(int t, int m) {
        if (getM(m, HEIR) != t + 1 || mutated(Mutation.HEIR_DOES_NOT_RESIGN)) {
            return false;
        }
        setM(m, HEIR, 0);
        return true;
    }

    void queue(int t, int m, boolean wasHeir) {
        set(t, GRANTED, 0);
        if (wasHeir) {
            addFirst(m, ENTRY_QUEUE, t);
        } else {
            addLast(m, ENTRY_QUEUE, t);
        }
    }

    void unlink(int t, int m) {
        if (!remove(m, ENTRY_QUEUE, t)) {
            remove(m, WAIT_QUEUE, t);
        }
    }

    /** Decides the wait, if it is not yet. */
    boolean decide(int t, int outcome) {
        boolean late = get(t, WAITER) == TIMED_OUT || get(t, WAITER) == INTERRUPTED;
        if (get(t, WAITER) == WAITING || late && outcome == NOTIFIED && mutated(Mutation.DECIDED_WAITER_NOTIFIED)) {
            set(t, WAITER, outcome);
            return true;
        }
        return false;
    }

    boolean reacquire(int t, int m) {
        unlink(t, m);
        boolean wasHeir = resign(t, m);
        if (!admits(t, m) && !mutated(Mutation.REACQUIRE_IGNORES_OWNER)) {
            queue(t, m, wasHeir);
            return false;
        }
        restore(t, m);
        wakeNext(m);
        return true;
    }

    void notifyOne(int m) {
        while (length(m, WAIT_QUEUE) > 0) {
            int waiter = element(m, WAIT_QUEUE, 0);
            unlink(waiter, m);
            decideLate(waiter);
            if (decide(waiter, NOTIFIED)) {
                notified(waiter, m);
                return;
            }
            if (get(waiter, REAL) != 0 && !mutated(Mutation.STRAYS_NOT_COUNTED)) {
                set(waiter, IS_MONITOR_WAITER, 1);
                setM(m, MONITOR_WAITERS, getM(m, MONITOR_WAITERS) + 1);
            }
        }
        if (!mutated(Mutation.UNKNOWN_WAITERS_FORGOTTEN)) {
            realNotify(m);
        }
    }

    private void notified(int waiter, int m) {
        if (get(waiter, REAL) == 0) {
            queue(waiter, m, false);
            if (!mutated(Mutation.NOTIFY_WAKES_NO_HEIR)) {
                wakeNext(m);
            }
        } else if (get(waiter, BROADCAST_SEEN) == 0 || mutated(Mutation.WOKEN_WAITER_NOTIFIED_TWICE)) {
            realNotify(m);
        }
    }

    /** The thread has left the VM's wait set. */
    void riseFrom(int t, int m) {
        unlink(t, m);
        if (get(t, IS_MONITOR_WAITER) != 0) {
            set(t, IS_MONITOR_WAITER, 0);
            setM(m, MONITOR_WAITERS, getM(m, MONITOR_WAITERS) - 1);
        }
    }

    /** RealWaiter.decideLate: the VM has ended the wait already, or will without a notification. */
    private void decideLate(int t) {
        if (get(t, REAL) == 0 || mutated(Mutation.ENDED_REAL_WAITER_NOTIFIED)) {
            return;
        }
        if (!isFiber(t) && get(t, FLAG) != 0) {
            decide(t, INTERRUPTED);
        } else if (get(t, REASON) == BY_TIME) {
            decide(t, TIMED_OUT);
        }
    }

    private void realNotify(int m) {
        if (getM(m, MONITOR_WAITERS) > 0 && !mutated(Mutation.NOTIFY_ONE_DESPITE_MONITOR_WAITERS)) {
            spuriousBroadcast(m);
        } else {
            vmNotify(m);
        }
    }

    void notifyEvery(int m) {
        while (length(m, WAIT_QUEUE) > 0) {
            int waiter = element(m, WAIT_QUEUE, 0);
            unlink(waiter, m);
            if (decide(waiter, NOTIFIED_ALL) && get(waiter, REAL) == 0) {
                queue(waiter, m, false);
            }
        }
        wakeNext(m);
        vmNotifyAll(m);
    }

    boolean isIdle(int m) {
        int residents = mutated(Mutation.RESIDENTS_NOT_COUNTED) ? 0 : getM(m, RESIDENTS);
        return getM(m, OWNER) == 0
                && getM(m, HEIR) == 0
                && length(m, ENTRY_QUEUE) == 0
                && length(m, WAIT_QUEUE) == 0
                && getM(m, MONITOR_WAITERS) + residents == 0;
    }
}
