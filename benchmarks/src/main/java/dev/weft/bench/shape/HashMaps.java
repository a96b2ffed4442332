package dev.weft.bench.shape;

import java.util.HashMap;
import java.util.Map;

/** A map of 5,000 numbers by strings, filled, asked and walked. */
final class HashMaps {
    private static final int SIZE = 5_000;
    private static final String[] KEYS = keys();

    private HashMaps() {}

    private static String[] keys() {
        String[] keys = new String[SIZE];
        for (int i = 0; i < SIZE; i++) {
            keys[i] = "key-" + i * 7;
        }
        return keys;
    }

    static long run() {
        long sum = 0;
        for (int round = 0; round < 10; round++) {
            Map<String, Integer> map = new HashMap<>();
            for (int i = 0; i < SIZE; i++) {
                map.put(KEYS[i], i);
            }
            for (int i = 0; i < SIZE; i++) {
                sum += map.getOrDefault(KEYS[(i * 31 + round) % SIZE], -1);
                map.merge(KEYS[i], 1, Integer::sum);
            }
            for (Map.Entry<String, Integer> entry : map.entrySet()) {
                sum += entry.getValue() + entry.getKey().length();
            }
        }
        return sum;
    }
}
