package dev.weft.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Tries all interleavings of a scenario. States that were seen are remembered by a fingerprint of 128 bits. */
final class Explorer {
    /**
     * What was found.
     *
     * @param states number of different states
     * @param fault what is wrong, or null
     * @param complete false if the bound on states was reached
     */
    record Result(Scenario scenario, long states, String fault, boolean complete) {}

    private final Scenario scenario;
    private final Mutation mutation;
    private final int bound;

    Explorer(Scenario scenario, Mutation mutation, int bound) {
        this.scenario = scenario;
        this.mutation = mutation;
        this.bound = bound;
    }

    Result explore() {
        Steps steps = new Steps(scenario, mutation);
        Set<String> outcomes = new HashSet<>();
        ArrayDeque<byte[]> todo = new ArrayDeque<>();
        Fingerprints seen = new Fingerprints();
        byte[] start = steps.initial();
        seen.add(start);
        todo.add(start);
        List<byte[]> successors = new ArrayList<>();
        try {
            while (!todo.isEmpty() && seen.size() < bound) {
                byte[] state = todo.poll();
                successors.clear();
                for (int t = 0; t < scenario.threads(); t++) {
                    steps.successors(state, t, successors);
                }
                if (successors.isEmpty()) {
                    outcomes.add(steps.outcome(state));
                }
                for (byte[] successor : successors) {
                    if (seen.add(successor)) {
                        todo.add(successor);
                    }
                }
            }
        } catch (World.Broken broken) {
            return new Result(scenario, seen.size(), broken.getMessage(), true);
        }
        Set<String> extra = new TreeSet<>(outcomes);
        extra.removeAll(new Reference(scenario).outcomes());
        String fault = extra.isEmpty() ? null : "ends as plain monitors cannot: " + extra;
        return new Result(scenario, seen.size(), fault, todo.isEmpty());
    }

    /** A set of fingerprints: open addressing, two words each. */
    private static final class Fingerprints {
        private long[] words = new long[1 << 12];
        private int size;

        int size() {
            return size;
        }

        boolean add(byte[] state) {
            long a = 0x9E3779B97F4A7C15L;
            long b = 0xC2B2AE3D27D4EB4FL;
            for (byte x : state) {
                a = (a ^ x) * 0xBF58476D1CE4E5B9L;
                a ^= a >>> 29;
                b = (b + x) * 0x94D049BB133111EBL;
                b ^= b >>> 31;
            }
            a |= 1;
            if (!insert(words, a, b)) {
                return false;
            }
            if (++size * 4L > words.length) {
                long[] larger = new long[words.length * 2];
                for (int i = 0; i < words.length; i += 2) {
                    if (words[i] != 0) {
                        insert(larger, words[i], words[i + 1]);
                    }
                }
                words = larger;
            }
            return true;
        }

        private static boolean insert(long[] words, long a, long b) {
            int i = (int) (a >>> 20 ^ b) << 1 & words.length - 1;
            while (words[i] != 0) {
                if (words[i] == a && words[i + 1] == b) {
                    return false;
                }
                i = i + 2 & words.length - 1;
            }
            words[i] = a;
            words[i + 1] = b;
            return true;
        }
    }
}
