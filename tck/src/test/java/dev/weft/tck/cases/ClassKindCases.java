package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;

/** Sealed and cloneable classes, and methods of many parameters. */
public final class ClassKindCases {
    private ClassKindCases() {}

    private sealed interface Shape permits Circle, Square {}

    private record Circle(int radius) implements Shape {}

    private record Square(int side) implements Shape {}

    private static int size(Shape shape) {
        if (Suspend.with(shape) instanceof Circle circle) {
            return Suspend.with(circle.radius());
        }
        return Suspend.with(((Square) shape).side());
    }

    @Case("sealed types are taken apart by code that blocks")
    public static void sealedTypes() {
        Check.equal(3, size(new Circle(1)) + size(new Square(2)));
    }

    private static final class Copied implements Cloneable {
        private int[] values = {1, 2};

        @Override
        public Copied clone() {
            try {
                Copied copy = (Copied) super.clone();
                Suspend.now();
                copy.values = values.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Case("clone of objects and arrays in code that blocks copies them")
    public static void cloning() {
        Copied original = new Copied();
        Copied copy = original.clone();
        copy.values[Suspend.with(0)] = 9;
        Check.equal(1, original.values[0]);
        Check.equal(9, copy.values[0]);
    }

    @Case("a method of forty parameters keeps them all across a suspension")
    public static void manyParameters() {
        Check.equal(
                820L,
                many(
                        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22L, 23, 24L, 25,
                        26L, 27, 28L, 29, 30L, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40));
    }

    private static long many(
            long a,
            int b,
            long c,
            int d,
            long e,
            int f,
            long g,
            int h,
            long i,
            int j,
            double k,
            float l,
            double m,
            float n,
            double o,
            float p,
            double q,
            float r,
            double s,
            float t,
            Integer u,
            Long v,
            Integer w,
            Long x,
            Integer y,
            Long z,
            Integer a1,
            Long b1,
            Integer c1,
            Long d1,
            long e1,
            long f1,
            long g1,
            long h1,
            long i1,
            long j1,
            long k1,
            long l1,
            long m1,
            long n1) {
        Suspend.now();
        long first = a + b + c + d + e + f + g + h + i + j;
        Suspend.now();
        double second = k + l + m + n + o + p + q + r + s + t;
        Suspend.now();
        long third = u + v + w + x + y + z + a1 + b1 + c1 + d1;
        Suspend.now();
        return first + (long) second + third + e1 + f1 + g1 + h1 + i1 + j1 + k1 + l1 + m1 + n1;
    }
}
