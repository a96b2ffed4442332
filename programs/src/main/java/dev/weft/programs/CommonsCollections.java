package dev.weft.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.commons.collections4.CollectionUtils;
import org.apache.commons.collections4.IterableUtils;
import org.apache.commons.collections4.MultiSet;
import org.apache.commons.collections4.bag.TreeBag;
import org.apache.commons.collections4.bidimap.TreeBidiMap;
import org.apache.commons.collections4.iterators.PermutationIterator;
import org.apache.commons.collections4.keyvalue.MultiKey;
import org.apache.commons.collections4.list.CursorableLinkedList;
import org.apache.commons.collections4.list.TreeList;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.map.ListOrderedMap;
import org.apache.commons.collections4.map.MultiKeyMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.multiset.HashMultiSet;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.apache.commons.collections4.trie.PatriciaTrie;

/** Commons Collections: its maps, lists, bags and tries. */
public final class CommonsCollections {
    private CommonsCollections() {}

    /** Uses them. */
    @SuppressWarnings("deprecation")
    public static void main(String[] args) {
        int n = Size.of(args, 300, 10_000);
        TreeBidiMap<Integer, String> bidi = new TreeBidiMap<>();
        LRUMap<Integer, Integer> recent = new LRUMap<>(12);
        PatriciaTrie<Integer> trie = new PatriciaTrie<>();
        TreeList<Integer> list = new TreeList<>();
        TreeBag<String> bag = new TreeBag<>();
        MultiKeyMap<Integer, Integer> byKeys = new MultiKeyMap<>();
        ArrayListValuedHashMap<Integer, Integer> multi = new ArrayListValuedHashMap<>();
        CircularFifoQueue<Integer> ring = new CircularFifoQueue<>(5);
        ListOrderedMap<String, Integer> ordered = new ListOrderedMap<>();
        MultiSet<Integer> multiset = new HashMultiSet<>();
        CursorableLinkedList<Integer> linked = new CursorableLinkedList<>();
        for (int i = 0; i < n; i++) {
            bidi.put(i % 97, "v" + i % 61);
            recent.put(i * i % 41, i);
            trie.put(Integer.toString(i * 7919 % 1_000, 5), i);
            list.add(list.size() / 2, i);
            bag.add("b" + i % 7, i % 3);
            byKeys.put(i % 5, i % 6, i);
            multi.put(i % 9, i);
            ring.add(i);
            ordered.put("o" + i * 31 % 50, i);
            multiset.add(i % 8);
            linked.add(i);
        }
        System.out.println(Digest.of(bidi) + " " + Digest.of(bidi.inverseBidiMap()) + " " + recent);
        System.out.println(trie.prefixMap("12") + " " + trie.selectKey("3") + " " + Digest.of(list));
        System.out.println(bag + " " + new TreeSet<>(multiset.uniqueSet()) + " " + ring + " " + ordered.firstKey());
        System.out.println(byKeys.get(2, 2) + " " + byKeys.containsKey(new MultiKey<>(4, 5)) + " "
                + multi.get(3).size());
        CursorableLinkedList.Cursor<Integer> cursor = linked.cursor();
        linked.add(0, -1);
        System.out.println(cursor.next() + " " + cursor.next());
        cursor.close();
        Digest permutations = new Digest();
        new PermutationIterator<>(List.of(1, 2, 3, 4)).forEachRemaining(permutations::add);
        System.out.println(permutations + " "
                + CollectionUtils.disjunction(List.of(1, 2, 3), List.of(3, 4)).size() + " "
                + IterableUtils.toList(IterableUtils.zippingIterable(List.of(1, 2), List.of(7, 8, 9))));
        try {
            new ArrayList<>(CollectionUtils.unmodifiableCollection(list)).clear();
            CollectionUtils.unmodifiableCollection(list).clear();
        } catch (UnsupportedOperationException e) {
            System.out.println("refused");
        }
    }
}
