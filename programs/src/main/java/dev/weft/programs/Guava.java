package dev.weft.programs;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.collect.MinMaxPriorityQueue;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.TreeRangeMap;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.Hashing;
import com.google.common.math.LongMath;
import com.google.common.primitives.Ints;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;

/** Guava: collections, caches, graphs, hashes. */
public final class Guava {
    private Guava() {}

    /** Uses them. */
    public static void main(String[] args) throws Exception {
        int n = Size.of(args, 200, 5_000);
        ArrayListMultimap<Integer, String> multimap = ArrayListMultimap.create();
        HashBasedTable<Integer, String, Double> table = HashBasedTable.create();
        TreeMultiset<String> multiset = TreeMultiset.create();
        HashBiMap<String, Integer> bimap = HashBiMap.create();
        TreeRangeMap<Integer, String> ranges = TreeRangeMap.create();
        for (int i = 0; i < n; i++) {
            multimap.put(i % 17, "v" + i);
            table.put(i % 13, "c" + i % 5, i / 3.0);
            multiset.add("w" + i % 11, i % 3 + 1);
            bimap.forcePut("k" + i % 50, i % 40);
            ranges.put(Range.closedOpen(i * 3 % 100, i * 3 % 100 + 5), "r" + i % 9);
        }
        System.out.println(Digest.of(multimap) + " " + Digest.of(table.columnMap()) + " " + multiset);
        System.out.println(bimap.inverse() + " " + ranges.asMapOfRanges());
        System.out.println(
                ImmutableSortedMap.copyOf(multimap.asMap()).headMap(3).keySet());
        caches(n);
        sets();
        MutableGraph<Integer> graph =
                GraphBuilder.directed().allowsSelfLoops(true).build();
        for (int i = 1; i < 60; i++) {
            graph.putEdge(i, i * 7 % 60);
        }
        System.out.println(Graphs.hasCycle(graph) + " " + new TreeSet<>(Graphs.reachableNodes(graph, 5)));
        System.out.println(Hashing.murmur3_128().hashString("weft", StandardCharsets.UTF_8) + " "
                + Hashing.sha256().hashInt(n) + " " + LongMath.binomial(40, 17) + " "
                + Ints.asList(Ints.toArray(List.of(3, 1, 2))));
    }

    private static void caches(int n) throws Exception {
        StringBuilder evicted = new StringBuilder();
        LoadingCache<Integer, String> cache = CacheBuilder.newBuilder()
                .maximumSize(10)
                .concurrencyLevel(1)
                .recordStats()
                .<Integer, String>removalListener(
                        note -> evicted.append(note.getKey()).append(note.getCause()))
                .build(new CacheLoader<>() {
                    @Override
                    public String load(Integer key) {
                        if (key % 31 == 30) {
                            throw new IllegalArgumentException("no " + key);
                        }
                        return "loaded " + key;
                    }
                });
        int failed = 0;
        for (int i = 0; i < n; i++) {
            try {
                cache.get(i * i % 37);
            } catch (RuntimeException | java.util.concurrent.ExecutionException e) {
                failed++;
            }
        }
        System.out.println(cache.stats().hitCount() + " hits, " + failed + " failed, " + Digest.of(evicted) + " "
                + new TreeSet<>(cache.asMap().keySet()));
    }

    private static void sets() {
        System.out.println(Sets.powerSet(Sets.newTreeSet(List.of(1, 2, 3))).size() + " "
                + Sets.cartesianProduct(Sets.newTreeSet(List.of(1, 2)), Sets.newTreeSet(List.of(3, 4))) + " "
                + Lists.partition(Lists.reverse(List.of(1, 2, 3, 4, 5)), 2) + " "
                + Ordering.natural().reverse().greatestOf(List.of(5, 3, 9, 1), 2) + " "
                + Joiner.on('|')
                        .useForNull("-")
                        .join(Splitter.on(',').trimResults().limit(3).split("a , b,c, d")));
        MinMaxPriorityQueue<Integer> queue = MinMaxPriorityQueue.maximumSize(4).create(List.of(4, 8, 1, 9, 3, 2));
        System.out.println(queue.pollFirst() + " " + queue.pollLast() + " " + Iterables.frequency(List.of(1, 2, 1), 1));
    }
}
