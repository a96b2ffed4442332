package dev.weft.bench.shape;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sorts 10,000 records by two of their properties. */
final class Sorting {
    private static final Comparator<Person> ORDER =
            Comparator.comparing(Person::name).thenComparing(Person::age, Comparator.reverseOrder());

    private Sorting() {}

    private record Person(String name, int age) {}

    static long run() {
        List<Person> people = new ArrayList<>();
        int seed = 42;
        for (int i = 0; i < 10_000; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            people.add(new Person("n" + (seed >>> 24), seed >>> 16 & 0x7f));
        }
        people.sort(ORDER);
        long sum = 0;
        for (int i = 0; i < people.size(); i += 100) {
            sum = sum * 31 + people.get(i).name().hashCode() + people.get(i).age();
        }
        return sum;
    }
}
