package dev.weft.model;

import java.util.List;

/**
 * What a thread can do next: one element of the answer for each way to go on. A step is what nobody else can come
 * between: it lies in one stay inside a real monitor, or is one volatile access.
 *
 * <p>Longer than other classes, because it is one automaton: its steps lead from any part into any other.
 */
final class Steps extends Protocol {
    // where a thread is inside its instruction
    static final int RUN = 0, QUEUE = 1, PARK = 2, UNWIND = 3, SUSPENDED = 4, RESUME = 5, END_WAIT = 6, LEAVE_WAIT = 7;
    static final int CHECK = 8, WOKEN = 9, UNKNOWN_WOKEN = 10, ADMIT = 11, UNPARK = 12, DECIDE = 13, LATE_DETACH = 14;
    static final int LEAVING = 15;

    // why a fiber unwinds
    private static final int TO_YIELD = 1,
            TO_ENTER = 2,
            TO_WAIT = 3,
            TO_REENTER = 4,
            TO_RETURN = 5,
            TO_WAIT_PLAINLY = 6;

    private List<byte[]> out;

    Steps(Scenario scenario, Mutation mutation) {
        super(scenario, mutation);
    }

    /** Adds the successors of a state by the thread's steps, and by what time and interrupts do to it. */
    void successors(byte[] from, int t, List<byte[]> to) {
        out = to;
        s = from;
        environment(from, t);
        if (get(t, VM_WAIT) == 0) {
            s = from.clone();
            step(from, t);
        }
        s = from;
    }

    private void emit() {
        checkInvariants();
        out.add(s);
    }

    private void environment(byte[] from, int t) {
        int step = get(t, STEP);
        boolean timed = instr(t).isTimed();
        if (get(t, VM_WAIT) != 0) {
            if (timed && (step == WOKEN || step == UNKNOWN_WOKEN)) {
                s = from.clone();
                vmWake(t, BY_TIME);
                emit();
                s = from;
            }
            int flag = isFiber(t) ? CARRIER_FLAG : FLAG;
            if (get(t, flag) != 0) {
                s = from.clone();
                vmWake(t, BY_INTERRUPT);
                set(t, CARRIER_FLAG, 0);
                emit();
                s = from;
            }
        } else if (timed && get(t, WAITS_ON) != 0 && get(t, REAL) == 0 && get(t, TIME_UP) == 0) {
            s = from.clone();
            set(t, TIME_UP, 1);
            set(t, PERMIT, 1);
            emit();
            s = from;
        }
    }

    private void step(byte[] from, int t) {
        Instr in = instr(t);
        int m = in.a();
        switch (get(t, STEP)) {
            case RUN -> run(from, t, in);
            case QUEUE -> queueUp(t, m);
            case PARK -> park(t);
            case UNWIND -> unwind(t);
            case SUSPENDED -> suspended(t);
            case RESUME -> resume(t);
            case END_WAIT -> endWait(t, m);
            case LEAVE_WAIT -> leaveWait(t, m);
            case CHECK -> check(t, m);
            case WOKEN -> woken(t, m);
            case UNKNOWN_WOKEN -> unknownWoken(t, m);
            case ADMIT -> admit(t, m);
            case UNPARK -> {
                set(m, PERMIT, 1);
                next(t);
            }
            case LEAVING -> leaving(t);
            case DECIDE -> {
                decideInterrupt(m);
                go(t, UNPARK);
            }
            case LATE_DETACH -> {
                lateDetach(t);
                emit();
            }
            default -> throw new IllegalStateException();
        }
    }

    /** The instruction is done. */
    private void next(int t) {
        set(t, STEP, RUN);
        set(t, PC, get(t, PC) + 1);
        emit();
    }

    private void go(int t, int step) {
        set(t, STEP, step);
        emit();
    }

    private void run(byte[] from, int t, Instr in) {
        int m = in.a();
        switch (in.op()) {
            case END -> end(t);
            case LEAVE -> go(t, LEAVING);
            case COME_BACK -> comeBack(t);
            case ADD -> {
                addToVariable();
                next(t);
            }
            case UNTIL -> {
                if (variable() >= in.b()) {
                    next(t);
                }
            }
            case JUMP_IF -> {
                set(t, PC, variable() == in.b() ? in.c() : get(t, PC) + 1);
                emit();
            }
            case CALL, CALL_STUCK -> {
                set(t, DEPTH, get(t, DEPTH) + 1);
                if (in.op() == Op.CALL_STUCK && isFiber(t)) {
                    set(t, STUCK, get(t, DEPTH));
                }
                next(t);
            }
            case RETURN -> returns(t);
            case SUSPEND -> {
                if (isFiber(t)) {
                    set(t, PURPOSE, TO_YIELD);
                    go(t, UNWIND);
                } else {
                    next(t);
                }
            }
            case INTERRUPT -> interrupt(t, m);
            default -> {
                if (canEnter(t, m)) {
                    runOnMonitor(from, t, in, m);
                }
            }
        }
    }

    private void runOnMonitor(byte[] from, int t, Instr in, int m) {
        switch (in.op()) {
            case ENTER, PLAIN_ENTER -> enter(t, m, in.op() == Op.ENTER && isFiber(t));
            case EXIT -> {
                ghostExit(t, m);
                dropHold(t, m);
                vmExit(t, m);
                next(t);
            }
            case NOTIFY -> {
                notifyOne(m);
                next(t);
            }
            case NOTIFY_ALL -> {
                notifyEvery(m);
                next(t);
            }
            default -> beginAnyWait(from, t, in, m);
        }
    }

    private void returns(int t) {
        int depth = get(t, DEPTH) - 1;
        set(t, DEPTH, depth);
        if (get(t, STUCK) > depth) {
            set(t, STUCK, 0);
        }
        if (depth < get(t, LOW) && isFiber(t)) {
            set(t, PURPOSE, TO_RETURN);
            go(t, RESUME);
        } else {
            next(t);
        }
    }

    /** A twin of a continuation unwinds: WovenCode.detach, and then the VM's exit; at last its caller goes on. */
    private void leaving(int t) {
        int i = get(t, HOLDS) - 1;
        while (i >= 0 && !(isAttached(t, i) && holdDepth(t, i) == get(t, DEPTH))) {
            i--;
        }
        if (i < 0) {
            returns(t);
            return;
        }
        int m = holdMonitor(t, i);
        if (!mutated(Mutation.SUSPENDED_CONTINUATION_OWNS_NOTHING)) {
            detach(t, m);
        }
        setAttached(t, i, false);
        setLeft(t, i, true);
        vmExit(t, m);
        emit();
    }

    private void comeBack(int t) {
        set(t, DEPTH, get(t, DEPTH) + 1);
        for (int i = 0; i < get(t, HOLDS); i++) {
            if (holdDepth(t, i) == LEFT) {
                setLeft(t, i, false);
            }
        }
        set(t, PURPOSE, TO_RETURN);
        go(t, RESUME);
    }

    /** Keeper.ended: of one monitor after the other. */
    private void end(int t) {
        if (get(t, HOLDS) == 0 || mutated(Mutation.END_KEEPS_MONITORS)) {
            return;
        }
        int m = holdMonitor(t, 0);
        if (!canEnter(t, m)) {
            return;
        }
        for (int i = get(t, HOLDS) - 1; i >= 0; i--) {
            if (holdMonitor(t, i) == m) {
                require(holdDepth(t, i) == LEFT, "ends with no monitor but those of continuations");
                removeHold(t, i);
                ghostExit(t, m);
            }
        }
        release(t, m);
        emit();
    }

    /** Thread.interrupt sets the flag; of a fiber, Monitors.interrupted and the unpark follow. */
    private void interrupt(int t, int u) {
        set(u, FLAG, 1);
        if (isFiber(u)) {
            go(t, DECIDE);
        } else {
            next(t);
        }
    }

    /** Waits.interrupt */
    private void decideInterrupt(int u) {
        boolean taken = get(u, FLAG) == 0 && !mutated(Mutation.TAKEN_INTERRUPT_ENDS_LATER_WAIT);
        if (get(u, WAITS_ON) == 0 || taken) {
            return;
        }
        boolean decided = decide(u, INTERRUPTED);
        if (get(u, REAL) != 0 && (decided || !mutated(Mutation.NOTIFIED_SLEEPER_NOT_INTERRUPTED))) {
            set(u, CARRIER_FLAG, 1);
        }
    }

    // ------------------------------------------------------------------------------------------- enter

    private void enter(int t, int m, boolean twin) {
        vmEnter(t, m, 1);
        if (pass(t, m)) {
            entered(t, m);
        } else if (twin) {
            vmExit(t, m);
            go(t, QUEUE);
        } else {
            setM(m, MONITOR_WAITERS, getM(m, MONITOR_WAITERS) + 1);
            vmWait(t, m);
            go(t, CHECK);
        }
    }

    private void entered(int t, int m) {
        ghostEnter(t, m, 1);
        addHold(t, m);
        next(t);
    }

    /** The wait of a monitor waiter is over. */
    private void check(int t, int m) {
        if (!canEnter(t, m)) {
            return;
        }
        if (monitorWaiterReenters(t, m, CHECK)) {
            takeKept(t);
            entered(t, m);
        }
    }

    /** True if the monitor waiter may stay; else it waits on, which has been emitted. */
    private boolean monitorWaiterReenters(int t, int m, int step) {
        if (vmReenter(t, m) == BY_INTERRUPT && !isFiber(t)) {
            set(t, FLAG, 0);
            set(t, KEPT, 1);
        }
        if (!pass(t, m) && !mutated(Mutation.MONITOR_WAITER_DOES_NOT_LOOK_AGAIN)) {
            vmWait(t, m);
            go(t, step);
            return false;
        }
        setM(m, MONITOR_WAITERS, getM(m, MONITOR_WAITERS) - 1);
        return true;
    }

    private void takeKept(int t) {
        if (get(t, KEPT) != 0) {
            set(t, KEPT, 0);
            set(t, FLAG, 1);
        }
    }

    /** Monitors.queue */
    private void queueUp(int t, int m) {
        if (!canEnter(t, m)) {
            return;
        }
        if (admits(t, m)) {
            takeKept(t);
            go(t, get(t, PURPOSE) == TO_ENTER ? RESUME : RUN);
            return;
        }
        boolean wasHeir = resign(t, m);
        set(t, WAITER, ENTERING);
        queue(t, m, wasHeir);
        set(t, PURPOSE, TO_ENTER);
        go(t, PARK);
    }

    // ------------------------------------------------------------------------------------------- suspend and resume

    private void park(int t) {
        if (get(t, PERMIT) != 0) {
            set(t, PERMIT, 0);
            parkReturns(t);
        } else {
            go(t, UNWIND);
        }
    }

    private void unwind(int t) {
        int i = get(t, HOLDS) - 1;
        while (i >= 0 && !(isAttached(t, i) && holdDepth(t, i) > get(t, STUCK))) {
            i--;
        }
        if (i < 0) {
            if (get(t, STUCK) > 0 && !mutated(Mutation.REFUSED_WAIT_STAYS_SUSPENDED)) {
                refused(t);
            }
            set(t, LOW, get(t, DEPTH) + 1);
            go(t, SUSPENDED);
            return;
        }
        int m = holdMonitor(t, i);
        if (mutated(Mutation.EXIT_BEFORE_DETACH)) {
            vmExit(t, m);
            go(t, LATE_DETACH);
            return;
        }
        detach(t, m);
        setAttached(t, i, false);
        vmExit(t, m);
        emit();
    }

    private void lateDetach(int t) {
        int i = get(t, HOLDS) - 1;
        while (!isAttached(t, i)) {
            i--;
        }
        detach(t, holdMonitor(t, i));
        setAttached(t, i, false);
        set(t, STEP, UNWIND);
    }

    /** Waits.refused */
    private void refused(int t) {
        int m = get(t, WAITS_ON) - 1;
        if (m >= 0 && getM(m, VM_OWNER) == t + 1 && decide(t, PINNED)) {
            set(t, PERMIT, 1);
        }
    }

    private void suspended(int t) {
        if (get(t, PURPOSE) == TO_YIELD) {
            go(t, RESUME);
        } else if (get(t, PERMIT) != 0) {
            set(t, PERMIT, 0);
            parkReturns(t);
        }
    }

    /** The loops around park in Contention and MonitorWait. */
    private void parkReturns(int t) {
        int state = get(t, WAITER);
        if (get(t, PURPOSE) == TO_WAIT) {
            if (state == WAITING && get(t, TIME_UP) != 0) {
                decide(t, TIMED_OUT);
                go(t, END_WAIT);
                return;
            }
            if (state == INTERRUPTED) {
                set(t, FLAG, 0);
            }
            if (state == INTERRUPTED || state == PINNED) {
                go(t, state == PINNED ? LEAVE_WAIT : END_WAIT);
                return;
            }
            if (state == WAITING) {
                go(t, PARK);
                return;
            }
        }
        if (get(t, FLAG) != 0) {
            set(t, FLAG, 0);
            set(t, KEPT, 1);
        }
        if (get(t, GRANTED) == 0) {
            go(t, PARK);
        } else if (get(t, PURPOSE) == TO_ENTER) {
            set(t, GRANTED, 0);
            go(t, QUEUE);
        } else {
            go(t, END_WAIT);
        }
    }

    private void resume(int t) {
        int depth = get(t, DEPTH);
        set(t, LOW, Math.min(get(t, LOW), depth));
        for (int i = 0; i < get(t, HOLDS); i++) {
            if (!isAttached(t, i) && holdDepth(t, i) == depth) {
                int m = holdMonitor(t, i);
                if (canEnter(t, m)) {
                    vmEnter(t, m, 1);
                    attach(t, m);
                    setAttached(t, i, true);
                    emit();
                }
                return;
            }
        }
        int purpose = get(t, PURPOSE);
        set(t, PURPOSE, 0);
        if (purpose == TO_ENTER) {
            go(t, RUN);
        } else {
            next(t);
        }
    }

    // ------------------------------------------------------------------------------------------- wait

    private void beginAnyWait(byte[] from, int t, Instr in, int m) {
        boolean goesOnPlainly = get(t, PURPOSE) == TO_WAIT_PLAINLY;
        if (get(t, FLAG) != 0 && !mutated(Mutation.WAIT_IGNORES_FLAG)) {
            set(t, FLAG, 0);
            set(t, THROWS, 1);
            if (goesOnPlainly) {
                ghostWaitEnds(t, m);
            }
            waitReturns(t);
            return;
        }
        if (!goesOnPlainly) {
            ghostWait(t, m);
        }
        boolean plain = !isFiber(t) || goesOnPlainly || in.op() == Op.PLAIN_WAIT || in.op() == Op.PLAIN_TIMED_WAIT;
        if (!plain) {
            beginWait(t, m);
            return;
        }
        if (!isFiber(t) && getM(m, EVER) == 0) {
            byte[] before = s.clone();
            vmWait(t, m);
            go(t, UNKNOWN_WOKEN);
            s = before;
        }
        beginRealWait(t, m);
    }

    private void startWait(int t, int m) {
        addLast(m, WAIT_QUEUE, t);
    }

    /** Monitors.beginWait */
    private void beginWait(int t, int m) {
        setM(m, EVER, 1);
        set(t, WAITER, WAITING);
        set(t, WAITS_ON, m + 1);
        startWait(t, m);
        set(t, SAVED, release(t, m));
        set(t, PURPOSE, TO_WAIT);
        go(t, PARK);
    }

    private void endWait(int t, int m) {
        if (!canEnter(t, m)) {
            return;
        }
        set(t, GRANTED, 0);
        if (!reacquire(t, m)) {
            set(t, PURPOSE, TO_REENTER);
            go(t, PARK);
            return;
        }
        require(getM(m, OWNER) == t + 1 || getM(m, VM_OWNER) == t + 1, "a wait ends with the monitor held");
        ghostWaitEnds(t, m);
        set(t, THROWS, get(t, WAITER) == INTERRUPTED ? 1 : 0);
        set(t, PERMIT, 0);
        waitReturns(t);
    }

    /** The thread holds the monitor again: forgets the wait. */
    private void waitReturns(int t) {
        set(t, WAITER, 0);
        set(t, WAITS_ON, 0);
        set(t, REAL, 0);
        set(t, TIME_UP, 0);
        takeKept(t);
        if (get(t, THROWS) != 0) {
            set(t, THROWS, 0);
            set(t, LOG, get(t, LOG) * 2 + 1);
        }
        if (isFiber(t)) {
            set(t, PURPOSE, TO_RETURN);
            go(t, RESUME);
        } else {
            next(t);
        }
    }

    /** Monitors.leaveWait of a wait that could not unwind; waitPlain follows. */
    private void leaveWait(int t, int m) {
        require(canEnter(t, m), "only a held monitor makes a wait a real one");
        unlink(t, m);
        resign(t, m);
        wakeNext(m);
        set(t, WAITS_ON, 0);
        require(admits(t, m), "nobody has come between");
        restore(t, m);
        set(t, TIME_UP, 0);
        set(t, PURPOSE, TO_WAIT_PLAINLY);
        go(t, RUN);
    }

    /** RealWait.await */
    private void beginRealWait(int t, int m) {
        setM(m, EVER, 1);
        vmEnter(t, m, 1);
        setM(m, RESIDENTS, getM(m, RESIDENTS) + 1);
        set(t, WAITER, WAITING);
        set(t, REAL, 1);
        if (isFiber(t)) {
            set(t, WAITS_ON, m + 1);
        }
        set(t, SAVED, release(t, m));
        startWait(t, m);
        vmWait(t, m);
        go(t, WOKEN);
    }

    /** RealWait.untilWoken */
    private void woken(int t, int m) {
        if (!canEnter(t, m)) {
            return;
        }
        boolean broadcastSeen = get(t, BROADCAST_SEEN) != 0;
        int reason = vmReenter(t, m);
        riseFrom(t, m);
        boolean interrupted =
                get(t, WAITER) == INTERRUPTED || !isFiber(t) && (reason == BY_INTERRUPT || get(t, FLAG) != 0);
        if (interrupted) {
            set(t, FLAG, 0);
            set(t, THROWS, 1);
            boolean byOthers = get(t, WAITER) == WAITING && reason == BY_NOTIFY && !broadcastSeen;
            if ((get(t, WAITER) == NOTIFIED || byOthers) && !mutated(Mutation.NOTIFICATION_NOT_PASSED_ON)) {
                notifyOne(m);
            }
        } else {
            boolean decided = get(t, WAITER) != WAITING;
            boolean over = reason == BY_TIME || !broadcastSeen || mutated(Mutation.BROADCAST_ENDS_WAIT);
            if (!decided && !(over && decide(t, TIMED_OUT))) {
                startWait(t, m);
                vmWait(t, m);
                emit();
                return;
            }
        }
        set(t, WAITS_ON, 0);
        set(t, CARRIER_FLAG, 0);
        realWaitMayEnd(t, m, true);
    }

    private void realWaitMayEnd(int t, int m, boolean looks) {
        if (!pass(t, m) && looks && !mutated(Mutation.WAITER_DOES_NOT_LOOK_FOR_OWNER)) {
            setM(m, MONITOR_WAITERS, getM(m, MONITOR_WAITERS) + 1);
            vmWait(t, m);
            go(t, ADMIT);
        } else {
            finishRealWait(t, m);
        }
    }

    private void admit(int t, int m) {
        if (canEnter(t, m) && monitorWaiterReenters(t, m, ADMIT)) {
            finishRealWait(t, m);
        }
    }

    private void finishRealWait(int t, int m) {
        if (get(t, REAL) != 0) {
            restore(t, m);
            setM(m, RESIDENTS, getM(m, RESIDENTS) - 1);
            vmExit(t, m);
        }
        ghostWaitEnds(t, m);
        waitReturns(t);
    }

    /** The VM's wait, begun before anything was ever detached. */
    private void unknownWoken(int t, int m) {
        if (!canEnter(t, m)) {
            return;
        }
        if (vmReenter(t, m) == BY_INTERRUPT) {
            set(t, FLAG, 0);
            set(t, THROWS, 1);
        }
        realWaitMayEnd(t, m, !mutated(Mutation.UNKNOWN_WAITER_DOES_NOT_LOOK));
    }

    // ------------------------------------------------------------------------------------------- invariants

    private void checkInvariants() {
        for (int m = 0; m < scenario.monitors(); m++) {
            boolean due = length(m, ENTRY_QUEUE) > 0 && getM(m, OWNER) == 0;
            require(!due || getM(m, HEIR) != 0, "I1: a queue without owner has an heir");
            require(getM(m, OWNER) == 0 || getM(m, EVER) != 0, "the flag is set before anything is detached");
            boolean idle = isIdle(m);
            for (int t = 0; t < threads; t++) {
                int step = get(t, STEP);
                boolean refers = step == WOKEN || step == CHECK || step == ADMIT && get(t, REAL) != 0;
                require(!(idle && refers && instr(t).a() == m), "an entry that is referred to stays");
            }
        }
    }

    /** The end of a run: how far each thread came, what it caught, its flag, the variable. */
    String outcome(byte[] state) {
        s = state;
        StringBuilder text = new StringBuilder();
        boolean ended = true;
        for (int t = 0; t < threads; t++) {
            // a thread that is stuck before it throws has not taken its flag down yet
            boolean throwing = get(t, WAITER) == INTERRUPTED
                    || get(t, STEP) == WOKEN && !isFiber(t)
                    || get(t, STEP) == UNKNOWN_WOKEN && get(t, REASON) == BY_INTERRUPT;
            boolean flag = get(t, FLAG) + get(t, KEPT) > 0 && !throwing;
            text.append(get(t, PC)).append('/').append(get(t, LOG)).append(flag ? "i " : " ");
            ended &= instr(t).op() == Op.END;
        }
        for (int m = 0; ended && m < scenario.monitors(); m++) {
            require(isIdle(m) && getM(m, VM_OWNER) == 0 && getM(m, GHOST_OWNER) == 0, "nothing is left behind");
            require(getM(m, COUNT) + getM(m, RESIDENTS) + getM(m, MONITOR_WAITERS) == 0, "nothing is left behind");
        }
        return text.append(variable()).toString();
    }
}
