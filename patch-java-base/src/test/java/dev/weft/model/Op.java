package dev.weft.model;

/** What a thread of a {@link Scenario} does. */
enum Op {
    /** {@code synchronized} begins: a fiber's in a twin, a platform thread's in a plain copy. */
    ENTER,
    /** {@code synchronized} begins in plain code, also in a fiber, which then must not suspend before it ends. */
    PLAIN_ENTER,
    EXIT,
    WAIT,
    TIMED_WAIT,
    /** {@code wait} in plain code, also in a fiber. */
    PLAIN_WAIT,
    PLAIN_TIMED_WAIT,
    NOTIFY,
    NOTIFY_ALL,
    /** A fiber suspends for another reason, and is resumed at any time. */
    SUSPEND,
    /**
     * The innermost call was one of a continuation's {@code run}, and the continuation is suspended; on threads of all
     * kinds.
     */
    LEAVE,
    /** The continuation that was left goes on. */
    COME_BACK,
    CALL,
    /** A call of a method whose frame refuses to unwind, and so keeps all below it on the stack. */
    CALL_STUCK,
    RETURN,
    INTERRUPT,
    ADD,
    /** Goes on when a variable has a value. */
    UNTIL,
    /** Jumps when a variable has a value. */
    JUMP_IF,
    END
}
