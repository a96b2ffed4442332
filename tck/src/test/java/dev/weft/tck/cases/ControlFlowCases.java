package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.util.ArrayList;
import java.util.List;

/** Loops, switches and recursion with suspensions in them. */
public final class ControlFlowCases {
    private ControlFlowCases() {}

    private enum Colour {
        RED,
        GREEN,
        BLUE
    }

    @SuppressWarnings("fallthrough")
    private static int byText(String text) {
        Suspend.now();
        switch (Suspend.with(text)) {
            case "Aa":
                Suspend.now();
                return 1;
            case "BB":
                return Suspend.with(2);
            case "fall":
                Suspend.now();
            case "through":
                return 3;
            default:
                return Suspend.with(4);
        }
    }

    @Case("a switch on strings, two of which have the same hash, goes to the right branch")
    public static void switchOnStrings() {
        Check.equal("Aa".hashCode(), "BB".hashCode());
        Check.equal(
                List.of(1, 2, 3, 3, 4),
                List.of(byText("Aa"), byText("BB"), byText("fall"), byText("through"), byText("")));
    }

    @Case("switches on enums and numbers, and switch expressions, give the right values")
    public static void otherSwitches() {
        StringBuilder text = new StringBuilder();
        for (Colour each : Colour.values()) {
            text.append(
                    switch (Suspend.with(each)) {
                        case RED -> Suspend.with("r");
                        case GREEN -> {
                            Suspend.now();
                            yield "g";
                        }
                        case BLUE -> "b";
                    });
        }
        for (int i : new int[] {0, 1, 2, 1_000, -1_000_000}) {
            text.append(
                    switch (Suspend.with(i)) {
                        case 0, 1 -> (char) Suspend.with('s');
                        case 1_000 -> (char) Suspend.with('t');
                        default -> 'd';
                    });
        }
        Check.equal("rgbssdtd", text.toString());
    }

    @Case("labelled breaks and continues leave the right loops")
    public static void labels() {
        List<String> seen = new ArrayList<>();
        outer:
        for (int i = 0; ; i++) {
            for (int j = 0; j < 4; j++) {
                Suspend.now();
                if (j == 2 && i < 2) {
                    continue outer;
                }
                if (i == 2 && j == 1) {
                    break outer;
                }
                seen.add(Suspend.with(i) + "" + j);
            }
        }
        Check.equal(List.of("00", "01", "10", "11", "20"), seen);
    }

    @Case("while, do and for loops with suspensions in their conditions run as often as they should")
    public static void loops() {
        int count = 0;
        while (Suspend.with(count) < 5) {
            count++;
        }
        do {
            count += Suspend.with(2);
        } while (Suspend.with(count) < 10);
        for (int i = Suspend.with(0); Suspend.with(i) < Suspend.with(3); i = Suspend.with(i) + 1) {
            count++;
        }
        Check.equal(14, count);
    }

    @Case("a loop that suspends ten thousand times keeps its sums")
    public static void longLoop() {
        long sum = 0;
        double wide = 0;
        for (int i = 0; i < 10_000; i++) {
            Thread.yield();
            sum += i;
            wide += 0.5;
        }
        Check.equal(49_995_000L, sum);
        Check.equal(5_000.0, wide);
    }

    private static int depth(int rest, long salt) {
        if (rest == 0) {
            Suspend.now();
            return 0;
        }
        int below = depth(rest - 1, salt + 1);
        if (rest % 100 == 0) {
            Suspend.now();
        }
        Check.equal(salt + 1 - 1, salt);
        return below + 1;
    }

    @Case("a recursion of a thousand calls suspends at its bottom and on its way back")
    public static void deepRecursion() {
        for (int i = 0; i < 5; i++) {
            Check.equal(1_000, depth(1_000, i));
        }
    }

    private static boolean isEven(int n) {
        Suspend.with(n);
        return n == 0 || isOdd(n - 1);
    }

    private static boolean isOdd(int n) {
        Suspend.with(n);
        return n != 0 && isEven(n - 1);
    }

    @Case("methods that call each other in turn, suspending at each call, give the right answer")
    public static void mutualRecursion() {
        Check.that(isEven(100), "a hundred is even");
        Check.that(isOdd(101), "the next is odd");
        Check.that(!isEven(33), "thirty-three is not even");
    }

    private static long fibonacci(int n) {
        if (n < 2) {
            return Suspend.with((long) n);
        }
        return fibonacci(n - 1) + fibonacci(n - 2);
    }

    @Case("a tree of calls that suspends in each leaf gives the right sum")
    public static void treeOfCalls() {
        Check.equal(377L, fibonacci(14));
    }

    private static int ackermann(int m, int n) {
        if (m == 0) {
            return Suspend.with(n + 1);
        }
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    @Case("a call in tail position that suspends returns its value to the right caller")
    public static void tailCalls() {
        Check.equal(9, ackermann(2, 3));
    }

    @Case("a pattern variable keeps its value across suspensions")
    public static void patterns() {
        Object value = Suspend.with((Object) "four");
        if (value instanceof String text && Suspend.with(text.length()) == 4) {
            Suspend.now();
            Check.equal("four", text);
        } else {
            throw new AssertionError("it is a string");
        }
        if (!(Suspend.with(value) instanceof String other)) {
            throw new AssertionError("it is a string");
        }
        Suspend.now();
        Check.equal("four", other);
    }

    @Case("assertions are enabled or disabled as the caller said, in suspended code too")
    public static void assertions() {
        boolean isEnabled = false;
        assert isEnabled = Suspend.with(true);
        Check.equal(ControlFlowCases.class.desiredAssertionStatus(), isEnabled);
    }
}
