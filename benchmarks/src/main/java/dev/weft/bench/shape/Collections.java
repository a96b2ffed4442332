package dev.weft.bench.shape;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Lists, a deque, a sorted map and a heap. */
final class Collections {
    private static final int SIZE = 4_000;

    private Collections() {}

    static long run() {
        TreeMap<Integer, Integer> sorted = new TreeMap<>();
        PriorityQueue<Integer> heap = new PriorityQueue<>();
        List<Integer> list = new ArrayList<>();
        Deque<Integer> deque = new ArrayDeque<>();
        int seed = 7;
        for (int i = 0; i < SIZE; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            int key = seed >>> 12;
            sorted.merge(key, i, Integer::sum);
            heap.add(key);
            list.add(key);
            deque.addFirst(key);
            if (i % 3 == 0) {
                deque.pollLast();
            }
        }
        long sum = 0;
        for (int key : sorted.subMap(1_000, 900_000).keySet()) {
            sum += key;
        }
        while (heap.size() > SIZE / 2) {
            sum += heap.remove();
        }
        for (Iterator<Integer> all = list.iterator(); all.hasNext(); ) {
            sum ^= all.next();
        }
        return sum + deque.peekLast() + list.indexOf(deque.peekFirst());
    }
}
