package dev.weft.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Threads with their programs.
 *
 * @param fiber which threads are fibers
 * @param programs their programs, each ending in END
 * @param used whether monitors have been detached before; if not, platform threads may wait unknown to the table
 */
record Scenario(String name, boolean[] fiber, Instr[][] programs, int monitors, boolean used) {
    /** Number of variables of each scenario. */
    static final int VARIABLES = 1;

    /** Kinds, a letter for each thread ("FP"), and the programs in the notation of {@link #parse}. */
    static Scenario of(String kinds, boolean used, String... programs) {
        boolean[] fiber = new boolean[programs.length];
        Instr[][] parsed = new Instr[programs.length][];
        int monitors = 1;
        for (int t = 0; t < programs.length; t++) {
            fiber[t] = kinds.charAt(t) == 'F';
            parsed[t] = parse(programs[t]);
            for (Instr instr : parsed[t]) {
                boolean ofMonitor = instr.op().ordinal() <= Op.NOTIFY_ALL.ordinal();
                monitors = ofMonitor ? Math.max(monitors, instr.a() + 1) : monitors;
            }
        }
        String name = kinds + (used ? "" : " first") + " " + String.join(" | ", programs);
        return new Scenario(name, fiber, parsed, monitors, used);
    }

    /**
     * Instructions with blanks between: a letter and the operand's digits. E(nter) P(lain enter) X(exit) W(ait) T(imed
     * wait) w, t (the same in plain code) N(otify) A(ll) S(uspend) D(etach:
     * suspend a continuation) B(ack, into it) C(all) K(call, stuck) R(eturn) I(nterrupt) + (add)
     * U(ntil, value) J(ump if the variable 0 has the value, target).
     */
    static Instr[] parse(String program) {
        List<Instr> list = new ArrayList<>();
        for (String word : program.trim().split(" +")) {
            list.add(parseWord(word));
        }
        list.add(Instr.of(Op.END));
        return list.toArray(new Instr[0]);
    }

    private static Instr parseWord(String word) {
        int[] digits = word.substring(1).chars().map(c -> c - '0').toArray();
        return switch (word.charAt(0)) {
            case 'E' -> Instr.of(Op.ENTER, digits);
            case 'P' -> Instr.of(Op.PLAIN_ENTER, digits);
            case 'X' -> Instr.of(Op.EXIT, digits);
            case 'W' -> Instr.of(Op.WAIT, digits);
            case 'T' -> Instr.of(Op.TIMED_WAIT, digits);
            case 'w' -> Instr.of(Op.PLAIN_WAIT, digits);
            case 't' -> Instr.of(Op.PLAIN_TIMED_WAIT, digits);
            case 'N' -> Instr.of(Op.NOTIFY, digits);
            case 'A' -> Instr.of(Op.NOTIFY_ALL, digits);
            case 'S' -> Instr.of(Op.SUSPEND);
            case 'D' -> Instr.of(Op.LEAVE);
            case 'B' -> Instr.of(Op.COME_BACK);
            case 'C' -> Instr.of(Op.CALL);
            case 'K' -> Instr.of(Op.CALL_STUCK);
            case 'R' -> Instr.of(Op.RETURN);
            case 'I' -> Instr.of(Op.INTERRUPT, digits);
            case '+' -> Instr.of(Op.ADD, 0);
            case 'U' -> Instr.of(Op.UNTIL, 0, digits[0]);
            case 'J' -> Instr.of(Op.JUMP_IF, 0, digits[0], digits[1]);
            default -> throw new IllegalArgumentException(word);
        };
    }

    int threads() {
        return fiber.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Scenario && ((Scenario) other).name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name + " " + Arrays.deepToString(programs);
    }
}
