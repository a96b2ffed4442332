package dev.weft.bench;

import dev.weft.Generator;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One element of an iterator: written by hand, or by a generator whose body yields so many calls deep. In a thread of
 * its own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Generators {
    private static final int ELEMENTS = 2_000_000;

    /** What gives the elements. */
    @Param
    public Kind kind;

    /** Ways to give them. */
    public enum Kind {
        /** A class with {@code hasNext} and {@code next}. */
        BY_HAND {
            @Override
            Iterator<Long> elements() {
                return byHand(ELEMENTS);
            }
        },
        /** The body yields itself. */
        GENERATOR {
            @Override
            Iterator<Long> elements() {
                return generator(ELEMENTS, 0);
            }
        },
        /** The body yields three calls deep, and returns from these for each element. */
        GENERATOR_3_DEEP {
            @Override
            Iterator<Long> elements() {
                return generator(ELEMENTS, 3);
            }
        },
        /** A generator that is yielded whole by ten others, one by another. */
        GENERATOR_OF_GENERATORS {
            @Override
            Iterator<Long> elements() {
                Generator<Long> whole = generator(ELEMENTS, 0);
                for (int i = 0; i < 10; i++) {
                    Generator<Long> inner = whole;
                    whole = new Generator<>(out -> out.yieldAll(inner));
                }
                return whole;
            }
        };

        abstract Iterator<Long> elements();
    }

    private static final class ByHand implements Iterator<Long> {
        private final long end;
        private long next;

        ByHand(long end) {
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            return next < end;
        }

        @Override
        public Long next() {
            return next++;
        }
    }

    /** The numbers from 0 on, so many of them. */
    static Iterator<Long> byHand(long elements) {
        return new ByHand(elements);
    }

    /** The same, each yielded so many calls deep. */
    static Generator<Long> generator(long elements, int depth) {
        return new Generator<>(out -> {
            for (long i = 0; i < elements; i++) {
                yieldDeep(out, i, depth);
            }
        });
    }

    private static long yieldDeep(Generator.Output<Long> out, long element, int depth) {
        if (depth == 0) {
            out.yield(element);
            return element;
        }
        return yieldDeep(out, element, depth - 1) + 1;
    }

    /** The sum of the elements. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long elements() throws InterruptedException {
        long[] sum = new long[1];
        ThreadMaker.runAll(ThreadMaker.make(() -> {
            for (Iterator<Long> all = kind.elements(); all.hasNext(); ) {
                sum[0] += all.next();
            }
        }));
        return sum[0];
    }
}
