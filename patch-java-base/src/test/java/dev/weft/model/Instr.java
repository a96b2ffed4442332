package dev.weft.model;

/**
 * One instruction: of a monitor, a variable or a thread {@code a}, with a value {@code b} and a jump's target
 * {@code c}.
 */
record Instr(Op op, int a, int b, int c) {
    static Instr of(Op op, int... operands) {
        return new Instr(
                op,
                operands.length > 0 ? operands[0] : 0,
                operands.length > 1 ? operands[1] : 0,
                operands.length > 2 ? operands[2] : 0);
    }

    boolean isWait() {
        return op == Op.WAIT || op == Op.TIMED_WAIT || op == Op.PLAIN_WAIT || op == Op.PLAIN_TIMED_WAIT;
    }

    boolean isTimed() {
        return op == Op.TIMED_WAIT || op == Op.PLAIN_TIMED_WAIT;
    }

    @Override
    public String toString() {
        return op + "(" + a + (op == Op.JUMP_IF || op == Op.UNTIL ? "," + b + "," + c : "") + ")";
    }
}
