package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** Methods of the library that call back code which blocks. */
public final class LibraryCallbackCases {
    private LibraryCallbackCases() {}

    /** A key whose methods all suspend, as keys that log or load lazily may. */
    private static final class Key implements Comparable<Key> {
        private final int value;

        Key(int value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            Suspend.now();
            return other instanceof Key key && key.value == value;
        }

        @Override
        public int hashCode() {
            return Suspend.with(value % 4);
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(Suspend.with(value), other.value);
        }

        @Override
        public String toString() {
            Suspend.now();
            return "k" + value;
        }
    }

    private static void keepsAll(Map<Key, Integer> map) {
        for (int i = 0; i < 30; i++) {
            map.put(new Key(i), i);
        }
        for (int i = 0; i < 30; i++) {
            Check.equal(i, map.get(new Key(i)));
        }
        Check.equal(30, map.size());
        Check.equal(3, map.remove(new Key(3)));
        Check.that(!map.containsKey(new Key(3)), "removed");
        Check.equal(8, map.merge(new Key(4), 4, (a, b) -> Suspend.with(a + b)));
        Check.equal(50, map.computeIfAbsent(new Key(50), key -> Suspend.with(key.value)));
        Check.equal(6, map.computeIfPresent(new Key(5), (key, value) -> Suspend.with(value + 1)));
    }

    @Case("hash maps with keys whose hashCode and equals block keep all")
    public static void hashMap() {
        keepsAll(new HashMap<>());
        keepsAll(Collections.synchronizedMap(new HashMap<>()));
    }

    @Case("tree and skip-list maps with keys whose compareTo blocks keep all")
    public static void treeMap() {
        keepsAll(new TreeMap<>());
        keepsAll(new ConcurrentSkipListMap<>());
    }

    @Case("a concurrent hash map computes an absent value once, though the computation blocks")
    public static void concurrentHashMap() throws Throwable {
        keepsAll(new ConcurrentHashMap<>());
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        AtomicInteger calls = new AtomicInteger();
        Task.finish(Task.start(10, () -> {
            for (int i = 0; i < 10; i++) {
                int number = i;
                Check.equal(number, map.computeIfAbsent("key" + i, key -> {
                    Suspend.now();
                    calls.incrementAndGet();
                    return number;
                }));
            }
        }));
        Check.equal(10, calls.get());
        Check.equal(45, map.reduceValues(1, Integer::sum));
    }

    @Case("sorting by a comparator that blocks sorts")
    public static void sorting() {
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            values.add(i * 37 % 61);
        }
        List<Integer> expected = new ArrayList<>(values);
        Collections.sort(expected);
        values.sort((a, b) -> Integer.compare(Suspend.with(a), Suspend.with(b)));
        Check.equal(expected, values);
        Key[] keys = {new Key(3), new Key(1), new Key(2)};
        Arrays.sort(keys);
        Check.equal("[k1, k2, k3]", Arrays.toString(keys));
        Arrays.sort(
                keys, Comparator.comparing((Key key) -> Suspend.with(key.value)).reversed());
        Check.equal("[k3, k2, k1]", Arrays.toString(keys));
        PriorityQueue<Key> queue = new PriorityQueue<>(List.of(keys));
        Check.equal("k1k2k3", "" + queue.remove() + queue.remove() + queue.remove());
    }

    @Case("text built from objects whose toString blocks is right")
    public static void toStrings() {
        Key key = new Key(7);
        Check.equal("a k7 b k7", "a " + key + " b " + key);
        Check.equal("[k7, k7]", List.of(key, key).toString());
        Check.equal("{k7=k7}", Map.of(key, key).toString());
        Check.equal("k7-k7", String.format("%s-%s", key, key));
        Check.equal("k7", String.valueOf(key));
        Check.equal("k7k7", new StringBuilder().append(key).append(key).toString());
        Check.equal("k7", Optional.of(key).map(Object::toString).orElse(""));
    }

    @Case("for-each methods, removeIf, replaceAll and iterators call back code that blocks")
    public static void collectionsCallBack() {
        List<Integer> values = new ArrayList<>(List.of(1, 2, 3, 4));
        AtomicInteger sum = new AtomicInteger();
        values.forEach(each -> sum.addAndGet(Suspend.with(each)));
        values.removeIf(each -> Suspend.with(each) % 2 == 0);
        values.replaceAll(each -> Suspend.with(each) * 10);
        Check.equal(10, sum.get());
        Check.equal(List.of(10, 30), values);
        for (Integer each : new CopyOnWriteArrayList<>(values)) {
            values.remove(Suspend.with(each));
        }
        Check.that(values.isEmpty(), "all removed");
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        map.forEach((key, value) -> Suspend.with(value));
        map.replaceAll((key, value) -> Suspend.with(value) + 1);
        Check.equal(Map.of("a", 2), map);
        Check.that(new HashSet<>(List.of(new Key(1), new Key(2))).contains(new Key(2)), "found");
    }

    @Case("a privileged action may block, and its exception is wrapped")
    @SuppressWarnings("removal")
    public static void privileged() throws Exception {
        Check.equal(3, AccessController.doPrivileged((PrivilegedAction<Integer>) () -> Suspend.with(3)));
        Check.equal(4, AccessController.doPrivileged((PrivilegedExceptionAction<Integer>) () -> Suspend.with(4)));
        PrivilegedActionException wrapped = Check.fails(
                PrivilegedActionException.class,
                () -> AccessController.doPrivileged((PrivilegedExceptionAction<Integer>) () -> {
                    Suspend.andThrow(new java.io.IOException("meant"));
                    return 1;
                }));
        Check.equal("meant", wrapped.getException().getMessage());
    }

    @Case("atomic updates by functions that block are right")
    public static void atomics() {
        AtomicReference<String> text = new AtomicReference<>("a");
        Check.equal("ab", text.updateAndGet(old -> Suspend.with(old + "b")));
        Check.equal("ab", text.getAndAccumulate("c", (a, b) -> Suspend.with(a + b)));
        Check.equal("abc", text.get());
    }

    @Case("a regular expression's replacement function may block")
    public static void regularExpressions() {
        String text = Pattern.compile("\\d+").matcher("a1b22c").replaceAll(match -> {
            Suspend.now();
            return "<" + match.group() + ">";
        });
        Check.equal("a<1>b<22>c", text);
    }
}
