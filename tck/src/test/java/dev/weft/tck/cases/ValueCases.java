package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.lang.ref.WeakReference;

/** Locals and operands keep their values while their thread is suspended. */
public final class ValueCases {
    private ValueCases() {}

    @Case("locals of all types keep their values across suspensions")
    public static void localsOfAllTypes() {
        boolean z = true;
        byte b = -7;
        short s = -30_000;
        char c = 'ß';
        int i = Integer.MIN_VALUE;
        long j = 0x1234_5678_9ABC_DEF0L;
        float f = Float.MIN_VALUE;
        double d = -Double.MAX_VALUE;
        String text = "text";
        int[] array = {1, 2};
        Object nothing = null;
        for (int round = 0; round < 3; round++) {
            Suspend.now();
            Check.that(z && b == -7 && s == -30_000 && c == 'ß', "small ones");
            Check.that(i == Integer.MIN_VALUE && j == 0x1234_5678_9ABC_DEF0L, "integers");
            Check.that(f == Float.MIN_VALUE && d == -Double.MAX_VALUE, "floating ones");
            Check.that(text.equals("text") && array[1] == 2 && nothing == null, "references");
        }
    }

    @Case("special floating values keep their bits across suspensions")
    public static void floatingBits() {
        double negativeZero = -0.0;
        double nan = Double.longBitsToDouble(0x7ff8_0000_0000_0123L);
        float smallNan = Float.intBitsToFloat(0x7fc0_0123);
        float infinity = Float.NEGATIVE_INFINITY;
        Suspend.now();
        Check.equal(Long.MIN_VALUE, Double.doubleToRawLongBits(negativeZero));
        Check.equal(0x7ff8_0000_0000_0123L, Double.doubleToRawLongBits(nan));
        Check.equal(0x7fc0_0123, Float.floatToRawIntBits(smallNan));
        Check.equal(Float.NEGATIVE_INFINITY, infinity);
    }

    private static String join(
            int a, long b, float c, double d, String e, boolean f, char g, byte h, short i, Object... j) {
        Suspend.now();
        String first = a + " " + b + " " + c + " " + d;
        Suspend.now();
        return first + " " + e + " " + f + " " + g + " " + h + " " + i + " " + j.length;
    }

    @Case("parameters of all types keep their values, and those of two slots their places")
    public static void parameters() {
        Check.equal(
                "1 2 3.5 4.5 five true g 8 9 2",
                join(1, 2L, 3.5f, 4.5, "five", true, 'g', (byte) 8, (short) 9, "x", "y"));
    }

    @Case("operands of an expression that are computed before a suspension keep their values")
    public static void operands() {
        int a = 3;
        Check.equal(3 + 4 * 5 - 6, a + Suspend.with(4) * Suspend.with(5) - Suspend.with(6));
        Check.equal(10L - 3, 10L - Suspend.with(3L));
        Check.equal(2.0 / 4, 2.0 / Suspend.with(4.0));
        Check.equal(1.5f + 2f, 1.5f + Suspend.with(2f));
        Check.equal("a1b2.0", "a" + Suspend.with(1) + "b" + Suspend.with(2.0));
        Check.equal(5, Math.max(a, Math.max(Suspend.with(5), Math.min(4, Suspend.with(9)))));
    }

    private static int[] order(StringBuilder steps, int[] array) {
        steps.append('a');
        Suspend.now();
        return array;
    }

    private static int index(StringBuilder steps) {
        steps.append('i');
        return Suspend.with(1);
    }

    private static int value(StringBuilder steps) {
        steps.append('v');
        return Suspend.with(10);
    }

    @Case("the parts of an assignment to an array element are evaluated once, from left to right")
    public static void compoundAssignment() {
        StringBuilder steps = new StringBuilder();
        int[] array = {1, 2, 3};
        order(steps, array)[index(steps)] += value(steps);
        Check.equal("aiv", steps.toString());
        Check.equal(12, array[1]);
        Check.equal(12, order(steps, array)[index(steps)]++);
        Check.equal(13, array[1]);
        long[] longs = {5L};
        longs[Suspend.with(0)] *= Suspend.with(3L);
        Check.equal(15L, longs[0]);
        String[] texts = {"a"};
        texts[0] += Suspend.with("b");
        Check.equal("ab", texts[0]);
    }

    private static int counter;

    @Case("fields on both sides of a suspension are read and written when the language says")
    public static void fields() {
        counter = 1;
        counter = counter + changed();
        Check.equal(1 + 5, counter);
        counter += Suspend.with(1) + counter;
        Check.equal(13, counter);
    }

    private static int changed() {
        counter = 100;
        return Suspend.with(5);
    }

    @Case("conditional operators, and, or and not with suspensions in their parts")
    public static void conditions() {
        int evaluated = 0;
        if (Suspend.with(true) && Suspend.with(false) || Suspend.with(true)) {
            evaluated++;
        }
        if (!Suspend.with(false) && (Suspend.with(1) < Suspend.with(2) ? Suspend.with(true) : Suspend.with(false))) {
            evaluated++;
        }
        Check.equal(2, evaluated);
        Object mixed = Suspend.with(true) ? Suspend.with(1) : "no";
        Check.equal(1, mixed);
        Check.that(!(Suspend.with(false) & Suspend.with(true) | Suspend.with(false) ^ Suspend.with(false)), "false");
    }

    @Case("a slot that is used for values of different types in turn holds each while it is in use")
    public static void reusedSlots() {
        long sum = 0;
        {
            int small = Suspend.with(1);
            Suspend.now();
            sum += small;
        }
        {
            String text = Suspend.with("22");
            Suspend.now();
            sum += Integer.parseInt(text);
        }
        {
            double wide = Suspend.with(333.0);
            Suspend.now();
            sum += (long) wide;
        }
        {
            long[] array = {Suspend.with(4_444L)};
            Suspend.now();
            sum += array[0];
        }
        Check.equal(4_800L, sum);
    }

    @Case("a variable that is set on one path only is right on all paths")
    public static void partlyAssigned() {
        for (int i = 0; i < 4; i++) {
            String text;
            if (i % 2 == 0) {
                text = Suspend.with("even");
            } else {
                Suspend.now();
                text = "odd";
            }
            Suspend.now();
            Check.equal(i % 2 == 0 ? "even" : "odd", text);
        }
    }

    @Case("arrays of several dimensions and their elements survive suspensions in their making")
    public static void arrays() {
        int[][] grid = new int[Suspend.with(2)][Suspend.with(3)];
        grid[Suspend.with(1)][Suspend.with(2)] = Suspend.with(7);
        Check.equal(7, grid[1][2]);
        Object[] mixed = {Suspend.with("a"), Suspend.with(1), new int[] {Suspend.with(2)}, null, Suspend.with(2.5)};
        Check.equal("a", mixed[0]);
        Check.equal(2, ((int[]) mixed[2])[0]);
        Check.equal(2.5, mixed[4]);
        boolean[] flags = {Suspend.with(false), Suspend.with(true)};
        byte[] bytes = {(byte) Suspend.with(300)};
        char[] chars = {(char) Suspend.with('x')};
        Check.that(flags[1] && bytes[0] == 44 && chars[0] == 'x', "narrow elements");
    }

    @Case("forty locals at once keep their values")
    public static void manyLocals() {
        int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long b0 = 10, b1 = 11, b2 = 12, b3 = 13, b4 = 14, b5 = 15, b6 = 16, b7 = 17, b8 = 18, b9 = 19;
        double c0 = 20, c1 = 21, c2 = 22, c3 = 23, c4 = 24, c5 = 25, c6 = 26, c7 = 27, c8 = 28, c9 = 29;
        String d0 = "30",
                d1 = "31",
                d2 = "32",
                d3 = "33",
                d4 = "34",
                d5 = "35",
                d6 = "36",
                d7 = "37",
                d8 = "38",
                d9 = "39";
        Suspend.now();
        Check.equal(45, a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9);
        Suspend.now();
        Check.equal(145L, b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7 + b8 + b9);
        Suspend.now();
        Check.equal(245.0, c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9);
        Suspend.now();
        Check.equal("30313233343536373839", d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9);
    }

    @Case("boxed values and their identities survive suspensions")
    public static void boxes() {
        Integer big = Integer.valueOf(Suspend.with(100_000));
        Integer same = big;
        Suspend.now();
        Check.that(big == same, "the same box");
        Long counted = 0L;
        for (int i = 0; i < 5; i++) {
            counted += Suspend.with(1L);
        }
        Check.equal(5L, counted);
        Character c = Suspend.with(Character.valueOf('c'));
        Check.equal('c', c);
    }

    @Case("what a method drops after it was suspended can be collected while it goes on")
    public static void dropped() {
        Object dropped = new Object();
        WeakReference<Object> reference = new WeakReference<>(dropped);
        Suspend.now();
        Check.same(dropped, reference.get());
        dropped = null;
        // nothing here suspends: that would save other values
        for (int i = 0; i < 100 && reference.get() != null; i++) {
            System.gc();
        }
        Check.same(null, reference.get());
    }

    @Case("what a constructor was given can be collected while the method that has called it goes on")
    public static void givenToConstructors() {
        Object given = new Object();
        WeakReference<Object> reference = new WeakReference<>(given);
        Pair pair = new Pair(given, Suspend.with("second"));
        Check.same(given, pair.first);
        Check.equal("second", pair.second);
        given = null;
        pair = null;
        // nothing here suspends: that would save other values
        for (int i = 0; i < 100 && reference.get() != null; i++) {
            System.gc();
        }
        Check.same(null, reference.get());
    }

    private static final class Pair {
        final Object first;
        final Object second;

        Pair(Object first, Object second) {
            this.first = first;
            this.second = second;
        }
    }
}
