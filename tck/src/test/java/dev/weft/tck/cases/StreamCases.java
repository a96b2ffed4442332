package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Streams and iterators whose steps block. */
public final class StreamCases {
    private StreamCases() {}

    @Case("a stream whose every stage blocks gives the right result")
    public static void stages() {
        List<String> result = Stream.of(5, 3, 8, 1, 4)
                .filter(value -> Suspend.with(value) > 2)
                .map(value -> Suspend.with(value * 10))
                .sorted(Comparator.comparing((Integer value) -> Suspend.with(value)))
                .peek(value -> Suspend.now())
                .map(value -> Suspend.with("" + value))
                .collect(Collectors.toList());
        Check.equal(List.of("30", "40", "50", "80"), result);
    }

    @Case("flat-mapped, limited and infinite streams with blocking stages give the right result")
    public static void lazyStreams() {
        List<Integer> result = Stream.iterate(1, value -> Suspend.with(value + 1))
                .flatMap(value -> Stream.of(value, Suspend.with(-value)))
                .skip(2)
                .limit(5)
                .toList();
        Check.equal(List.of(2, -2, 3, -3, 4), result);
        Check.equal(
                3,
                Stream.generate(() -> Suspend.with(1))
                        .limit(3)
                        .mapToInt(Integer::intValue)
                        .sum());
    }

    @Case("reductions and collectors that block give the right result")
    public static void reductions() {
        Check.equal(15, IntStream.rangeClosed(1, 5).reduce(0, (a, b) -> Suspend.with(a + b)));
        Map<Boolean, List<Integer>> parts =
                Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(value -> Suspend.with(value) % 2 == 0));
        Check.equal(List.of(2, 4), parts.get(true));
        Map<String, Long> groups = Stream.of("a", "b", "a")
                .collect(Collectors.groupingBy(value -> Suspend.with(value), Collectors.counting()));
        Check.equal(Map.of("a", 2L, "b", 1L), groups);
        Check.equal("a-b", Stream.of("a", "b").map(value -> Suspend.with(value)).collect(Collectors.joining("-")));
    }

    @Case("short-circuiting operations stop, though their tests block")
    public static void shortCircuits() {
        List<Integer> seen = new ArrayList<>();
        Check.that(Stream.of(1, 2, 3, 4).peek(seen::add).anyMatch(value -> Suspend.with(value) == 2), "found");
        Check.equal(List.of(1, 2), seen);
        Check.equal(
                3,
                Stream.of(1, 3, 5)
                        .filter(value -> Suspend.with(value) > 2)
                        .findFirst()
                        .orElseThrow());
    }

    @Case("an exception of a stage leaves the stream after a suspension")
    public static void failingStage() {
        Check.fails(IllegalStateException.class, () -> Stream.of(1, 2)
                .map(value -> {
                    Suspend.andThrow(new IllegalStateException("meant"));
                    return value;
                })
                .toList());
    }

    /** Counts up, suspending in both of its methods. */
    private record Counting(int[] at, int end) implements Iterator<Integer> {
        @Override
        public boolean hasNext() {
            return Suspend.with(at[0]) < end;
        }

        @Override
        public Integer next() {
            Suspend.now();
            if (at[0] == end) {
                throw new NoSuchElementException();
            }
            return at[0]++;
        }
    }

    @Case("an iterator that blocks works in a for loop and as the source of a stream")
    public static void iterators() {
        Iterable<Integer> counting = () -> new Counting(new int[1], 5);
        int sum = 0;
        for (int each : counting) {
            sum += Suspend.with(each);
        }
        Check.equal(10, sum);
        Check.equal(
                10,
                StreamSupport.stream(counting.spliterator(), false)
                        .mapToInt(value -> value)
                        .sum());
        Iterator<Integer> iterator = counting.iterator();
        List<Integer> rest = new ArrayList<>();
        iterator.next();
        iterator.forEachRemaining(value -> rest.add(Suspend.with(value)));
        Check.equal(List.of(1, 2, 3, 4), rest);
    }

    @Case("a stream's iterator computes its elements one by one, with suspensions")
    public static void iteratorOfAStream() {
        Iterator<Integer> iterator =
                Stream.of(1, 2, 3).map(value -> Suspend.with(value * 2)).iterator();
        int sum = 0;
        while (iterator.hasNext()) {
            sum += iterator.next();
            Suspend.now();
        }
        Check.equal(12, sum);
    }

    @Case("a stream's close handlers run, though they block")
    public static void closeHandlers() {
        StringBuilder steps = new StringBuilder();
        try (Stream<Integer> stream = Stream.of(1).onClose(() -> steps.append(Suspend.with("a")))) {
            Check.equal(
                    1L,
                    stream.onClose(() -> steps.append(Suspend.with("b")))
                            .map(value -> Suspend.with(value))
                            .count());
        }
        Check.equal("ab", steps.toString());
    }
}
