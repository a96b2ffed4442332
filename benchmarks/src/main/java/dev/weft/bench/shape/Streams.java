package dev.weft.bench.shape;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sequential pipelines. */
final class Streams {
    private static final List<Integer> NUMBERS =
            IntStream.range(0, 20_000).boxed().toList();

    private Streams() {}

    static long run() {
        long sum = 0;
        for (int round = 0; round < 4; round++) {
            int shift = round;
            sum += NUMBERS.stream()
                    .filter(n -> (n + shift) % 3 != 0)
                    .map(n -> n * 2 + shift)
                    .mapToLong(Integer::longValue)
                    .sum();
            sum += IntStream.range(0, 20_000)
                    .filter(n -> (n & 1) == shift % 2)
                    .map(n -> n ^ shift)
                    .sum();
            Map<Integer, Long> groups =
                    NUMBERS.stream().collect(Collectors.groupingBy(n -> n % 17, Collectors.counting()));
            sum += groups.get(shift);
        }
        return sum;
    }
}
