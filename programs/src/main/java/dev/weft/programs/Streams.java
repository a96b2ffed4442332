package dev.weft.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** {@code java.util.stream}: sequential and parallel pipelines, collectors, sorts. */
public final class Streams {
    private Streams() {}

    private record Sale(int shop, String article, double price) {}

    /** Computes. */
    public static void main(String[] args) throws Exception {
        int n = Size.of(args, 500, 50_000);
        List<Sale> sales = IntStream.range(0, n)
                .mapToObj(i -> new Sale(i % 7, "a" + i * 31 % 19, i / 8.0))
                .toList();
        Map<Integer, Double> byShop = sales.stream()
                .collect(Collectors.groupingBy(Sale::shop, TreeMap::new, Collectors.averagingDouble(Sale::price)));
        System.out.println(byShop);
        System.out.println(sales.parallelStream()
                .filter(sale -> sale.price() > 10)
                .sorted(Comparator.comparing(Sale::article).thenComparing(Sale::price, Comparator.reverseOrder()))
                .map(Sale::toString)
                .limit(100)
                .collect(Collector.of(Digest::new, Digest::add, (a, b) -> a.add(b.toString()))));
        System.out.println(sales.stream()
                .collect(Collectors.partitioningBy(
                        sale -> sale.shop() > 3,
                        Collectors.teeing(
                                Collectors.counting(),
                                Collectors.mapping(Sale::article, Collectors.toCollection(java.util.TreeSet::new)),
                                (count, articles) -> count + " " + articles))));
        IntSummaryStatistics statistics =
                sales.stream().mapToInt(Sale::shop).boxed().collect(Collectors.summarizingInt(Integer::intValue));
        System.out.println(statistics);
        System.out.println(Stream.iterate(1L, x -> x < 1_000_000, x -> x * 3)
                .flatMap(x -> Stream.of(x, -x))
                .takeWhile(x -> x < 100_000)
                .dropWhile(x -> x > -20)
                .map(String::valueOf)
                .collect(Collectors.joining(",", "[", "]")));
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, Math::multiplyExact) + " "
                + IntStream.range(0, n).parallel().mapToLong(i -> (long) i * i).sum() + " "
                + Stream.of("b", "a", "c")
                        .<String>mapMulti((s, sink) -> {
                            sink.accept(s);
                            sink.accept(s + s);
                        })
                        .sorted(Collections.reverseOrder())
                        .toList());
        List<Integer> shuffled = new ArrayList<>(IntStream.range(0, n).boxed().toList());
        Collections.shuffle(shuffled, new Random(9));
        Integer[] sorted = shuffled.toArray(Integer[]::new);
        Arrays.parallelSort(sorted, Comparator.comparing(i -> i ^ 0x55));
        System.out.println(Digest.of(Arrays.asList(sorted)));
        System.out.println(StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(List.of(3, 1, 2).iterator(), 0), false)
                .peek(x -> {
                    if (x == 2) {
                        throw new IllegalStateException("at " + x);
                    }
                })
                .map(x -> x + 1)
                .limit(2)
                .toList());
        System.out.println(CompletableFuture.supplyAsync(() -> sales.size())
                .thenCombine(CompletableFuture.supplyAsync(() -> 5), Integer::sum)
                .thenApplyAsync(x -> "future " + x)
                .get());
    }
}
