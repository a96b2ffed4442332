package dev.weft.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The programs that are tried: chosen ones, each with every mixture of fibers and platform threads, and random ones.
 */
final class Scenarios {
    private static final String SECTION = "E0 S + X0";
    private static final String PLAIN_SECTION = "P0 + X0";
    private static final String WAIT = "E0 W0 X0";
    private static final String COUNTED_WAIT = "E0 + W0 X0";
    private static final String COUNTED_TIMED_WAIT = "E0 + T0 X0";
    private static final String NESTED_WAIT = "E0 C S + W0 R S X0";
    private static final String STUCK_WAIT = "E0 K C S + W0 R R X0";
    private static final String GUARDED_WAIT = "E0 J14 W0 J01 X0";

    private static final String CONTINUATION = "C E0 D E0 + X0 S B S X0 R";
    private static final String FORGOTTEN = "C E0 D E0 + X0 S";

    private Scenarios() {}

    /** Three threads, a few instructions each. */
    static List<Scenario> small() {
        List<Scenario> all = new ArrayList<>();
        String[][] programs = {
            {SECTION, SECTION, SECTION},
            {"E0 S X0 E0 S X0", SECTION, PLAIN_SECTION},
            {"E0 C E0 S S X0 R S X0", "E0 C S E0 S X0 R X0", SECTION},
            {WAIT, WAIT, "E0 N0 S X0"},
            {NESTED_WAIT, WAIT, "E0 N0 N0 X0"},
            {"E0 C E0 S C W0 R X0 R X0", WAIT, "E0 A0 S X0"},
            {"E0 T0 X0", WAIT, "E0 N0 S X0"},
            {"E0 C S w0 R S X0", WAIT, "E0 N0 X0"},
            {WAIT, SECTION, "P0 N0 X0"},
            {"P0 X0 P0 + X0", SECTION, WAIT},
            {GUARDED_WAIT, GUARDED_WAIT, "E0 S + A0 S X0"},
            {WAIT, WAIT, "E0 N0 I0 X0"},
            {WAIT, WAIT, "I0 E0 N0 X0"},
            {WAIT, "P0 X0", "E0 S I1 S N0 X0"},
            {"E0 W0 W0 X0", "E0 N0 X0", "I0"},
            {COUNTED_WAIT, COUNTED_WAIT, "U2 E0 N0 I0 X0"},
            {COUNTED_WAIT, COUNTED_WAIT, "U2 I1 E0 N0 S X0"},
            {COUNTED_TIMED_WAIT, COUNTED_WAIT, "U2 E0 N0 N0 X0"},
            {COUNTED_TIMED_WAIT, COUNTED_WAIT, "U2 E0 C S N0 S R I0 X0"},
            {NESTED_WAIT, COUNTED_WAIT, "U2 E0 C S N0 S R I1 X0"},
            {STUCK_WAIT, COUNTED_WAIT, "U2 E0 S N0 X0"},
            {STUCK_WAIT, SECTION, "U1 E0 N0 I0 X0"},
            {"K E0 T0 X0 R", COUNTED_WAIT, "U1 E0 N0 X0"},
            {"E0 S C E1 S X1 R X0", "E1 C E0 S X0 R X1", SECTION},
            {"E0 E1 C W0 R X1 X0", "E0 N0 S X0 E1 X1", "E0 S E1 X1 X0"},
            {CONTINUATION, SECTION, PLAIN_SECTION},
            {CONTINUATION, CONTINUATION, SECTION},
            {CONTINUATION, FORGOTTEN, PLAIN_SECTION},
            {FORGOTTEN, SECTION, PLAIN_SECTION},
            {FORGOTTEN, WAIT, "P0 N0 X0"},
            {"C E0 E1 D E1 B X1 X0 R X1", "E1 S X1 E0 + X0", PLAIN_SECTION},
            {"C E0 E1 D", "E1 S X1 P0 X0", SECTION},
            {"C E0 C E0 D N0 B X0 R D S B X0 R", WAIT, "P0 X0"},
            {"C E0 D W0 S B X0 R", SECTION, "E0 N0 X0"},
            {"C E0 D + E0 W0 X0 B N0 X0 R", "U1 E0 N0 W0 X0", "P0 X0"},
            {"C E0 D T0 B W0 X0 R", "E0 A0 X0", "I0 E0 N0 X0"},
            {"E0 C E0 D S W0 B X0 R X0", COUNTED_WAIT, "E0 A0 S X0"},
            {"K C E0 D P0 X0 S B S X0 R R", SECTION, PLAIN_SECTION},
            {"C E0 D K P0 w0 X0 R B X0 R", SECTION, "P0 N0 X0"},
        };
        for (String[] p : programs) {
            kinds(all, p);
        }
        return all;
    }

    /** Four threads. */
    static List<Scenario> large() {
        List<Scenario> all = new ArrayList<>();
        String[][] programs = {
            {SECTION, SECTION, SECTION, PLAIN_SECTION},
            {COUNTED_WAIT, COUNTED_WAIT, "U2 E0 C S N0 S R I0 X0", "P0 X0"},
            {COUNTED_WAIT, COUNTED_WAIT, "U2 E0 N0 X0", "U2 I0"},
            {COUNTED_WAIT, COUNTED_WAIT, COUNTED_WAIT, "U3 E0 N0 I1 N0 X0"},
            {COUNTED_WAIT, COUNTED_WAIT, COUNTED_WAIT, "U3 I1 E0 N0 X0"},
            {COUNTED_TIMED_WAIT, COUNTED_WAIT, "U2 E0 S X0 E0 N0 N0 X0", "P0 I1 X0"},
            {STUCK_WAIT, COUNTED_WAIT, "U2 E0 S N0 X0", "P0 I0 X0"},
            {WAIT, "P0 X0", "E0 S N0 S X0", "P0 X0"},
            {CONTINUATION, FORGOTTEN, SECTION, "P0 X0"},
            {"C E0 D W0 B X0 R", WAIT, "E0 A0 X0", "P0 X0"},
        };
        for (String[] p : programs) {
            kinds(all, p);
        }
        return all;
    }

    private static void kinds(List<Scenario> all, String[] programs) {
        for (int bits = 0; bits < 1 << programs.length; bits++) {
            StringBuilder kinds = new StringBuilder();
            for (int t = 0; t < programs.length; t++) {
                kinds.append((bits >> t & 1) == 0 ? 'F' : 'P');
            }
            all.add(Scenario.of(kinds.toString(), true, programs));
            if (bits > 0 && bits < (1 << programs.length) - 1) {
                all.add(Scenario.of(kinds.toString(), false, programs));
            }
        }
    }

    /** A random scenario; the same one for the same seed. */
    static Scenario random(long seed) {
        Random random = new Random(seed);
        int threads = 2 + random.nextInt(3);
        int monitors = 1 + random.nextInt(2);
        StringBuilder kinds = new StringBuilder("F");
        String[] programs = new String[threads];
        for (int t = 0; t < threads; t++) {
            kinds.append(random.nextInt(3) == 0 ? 'P' : 'F');
            StringBuilder program = new StringBuilder();
            if (t == threads - 1 && random.nextInt(3) > 0) {
                program.append("U1 ");
            }
            boolean fiber = kinds.charAt(t) == 'F';
            new Body(random, program, fiber, monitors, threads).fill(threads == 4 ? 2 : 4, 0, "");
            programs[t] = program.append('+').toString();
        }
        return Scenario.of(kinds.substring(0, threads), random.nextInt(3) > 0, programs);
    }

    /** Writes one random program, whose blocks are nested as Java's are. */
    private static final class Body {
        private final Random random;
        private final StringBuilder program;
        private final boolean fiber;
        private final int monitors;
        private final int threads;

        /** A continuation is suspended; of the model's threads one can be at a time. */
        private boolean isLeft;

        Body(Random random, StringBuilder program, boolean fiber, int monitors, int threads) {
            this.random = random;
            this.program = program;
            this.fiber = fiber;
            this.monitors = monitors;
            this.threads = threads;
        }

        void fill(int budget, int depth, String held) {
            for (int left = budget; left > 0; left--) {
                int kind = random.nextInt(10);
                if (kind < 4 && depth < 3) {
                    block(left, depth, held);
                    left -= 2;
                } else if (kind < 6) {
                    program.append(fiber ? "S " : "+ ");
                } else if (kind < 9 && !held.isEmpty()) {
                    onHeld(held.charAt(random.nextInt(held.length())));
                } else if (kind == 9 && random.nextInt(2) == 0) {
                    program.append('I').append(random.nextInt(threads)).append(' ');
                }
            }
        }

        private void block(int budget, int depth, String held) {
            int m = random.nextInt(monitors);
            if (fiber && random.nextInt(6) == 0) {
                String inside = new String[] {"+ ", "w" + m + " ", "N" + m + " ", "t" + m + " "}[random.nextInt(4)];
                program.append('P')
                        .append(m)
                        .append(' ')
                        .append(inside)
                        .append('X')
                        .append(m)
                        .append(' ');
                return;
            }
            if (!isLeft && random.nextInt(6) == 0) {
                isLeft = true;
                program.append("C E").append(m).append(" D ");
                fill(1 + random.nextInt(budget), depth + 1, held + m);
                isLeft = random.nextInt(4) == 0 && held.isEmpty();
                if (!isLeft) {
                    program.append("B X").append(m).append(" R ");
                }
                return;
            }
            int call = random.nextInt(6);
            program.append(call == 0 ? "K " : call < 3 ? "C " : "");
            program.append('E').append(m).append(' ');
            fill(1 + random.nextInt(budget), depth + 1, held + m);
            program.append('X').append(m).append(' ');
            program.append(call < 3 ? "R " : "");
        }

        private void onHeld(char m) {
            String[] ops = {"W", "W", "T", "N", "N", "A", "+ W", "+ T"};
            program.append(ops[random.nextInt(ops.length)]).append(m).append(' ');
        }
    }
}
