package dev.weft.model;

/** A fault put into the protocol, which the monitor waiter must find: the negative controls. */
enum Mutation {
    NONE,
    /** The real monitor is left before the owner is recorded. */
    EXIT_BEFORE_DETACH,
    /** Nobody is told when the owner is gone. */
    NO_WAKE_WHEN_CLEARED,
    /** An heir that enters announces no successor. */
    HEIR_WAKES_NO_NEXT,
    /** A real waiter that is notified is woken by a single real notify though monitorWaiters stand there too. */
    NOTIFY_ONE_DESPITE_MONITOR_WAITERS,
    /** For a waiter that is awake already another one is woken. */
    WOKEN_WAITER_NOTIFIED_TWICE,
    /** A waiter is notified whose real wait has ended for lack of time, or will by an interrupt. */
    ENDED_REAL_WAITER_NOTIFIED,
    /** A waiter that has given up can still be hit by a real notify that is meant for another. */
    STRAYS_NOT_COUNTED,
    /** A carrier is not interrupted if its fiber was notified, though the notification may have woken somebody else. */
    NOTIFIED_SLEEPER_NOT_INTERRUPTED,
    /** An interrupted real waiter keeps the notification that it got. */
    NOTIFICATION_NOT_PASSED_ON,
    /** A fiber that unwinds in wait becomes the owner of the monitor that it waits on. */
    DETACH_IGNORES_WAIT,
    /** A fiber that waits keeps its detached holds. */
    WAIT_KEEPS_DETACHED_HOLDS,
    /** A monitor waiter leaves without looking again whether there is an owner. */
    MONITOR_WAITER_DOES_NOT_LOOK_AGAIN,
    /** A waiter returns from its real wait without looking for an owner. */
    WAITER_DOES_NOT_LOOK_FOR_OWNER,
    /** Monitor waiters are not woken when the owner is gone. */
    MONITOR_WAITERS_NOT_WOKEN,
    /** A notified fiber is queued, but no heir is made. */
    NOTIFY_WAKES_NO_HEIR,
    /** An heir that must wait again goes to the queue's end, and nobody knows that its turn is over. */
    HEIR_DOES_NOT_RESIGN,
    /** A fiber that ends its wait does not look for an owner. */
    REACQUIRE_IGNORES_OWNER,
    /** An interrupt whose flag the fiber has taken already ends the wait that it has begun since. */
    TAKEN_INTERRUPT_ENDS_LATER_WAIT,
    /** A waiter that was woken for another reason goes home. */
    BROADCAST_ENDS_WAIT,
    /** The entry goes while a real waiter refers to it. */
    RESIDENTS_NOT_COUNTED,
    /** A fiber whose frames cannot unwind waits on, with the monitor held. */
    REFUSED_WAIT_STAYS_SUSPENDED,
    /** A thread that began to wait unknown to the table does not look for an owner when it returns. */
    UNKNOWN_WAITER_DOES_NOT_LOOK,
    /** A notification wakes no waiter that is unknown to the table. */
    UNKNOWN_WAITERS_FORGOTTEN,
    /** A wait that has ended by time or interrupt can still take a notification. */
    DECIDED_WAITER_NOTIFIED,
    /** The holds that were given up for a wait are not taken back. */
    SAVED_HOLDS_LOST,
    /** A wait on an interrupt's flag that was set before is begun all the same. */
    WAIT_IGNORES_FLAG,
    /** The monitors of a continuation that is suspended are left, and nobody owns them. */
    SUSPENDED_CONTINUATION_OWNS_NOTHING,
    /** A thread that ends keeps the monitors of continuations that it has left suspended. */
    END_KEEPS_MONITORS
}
