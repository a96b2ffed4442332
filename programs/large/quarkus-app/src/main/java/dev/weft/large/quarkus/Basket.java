package dev.weft.large.quarkus;

import jakarta.enterprise.context.RequestScoped;
import java.util.ArrayList;
import java.util.List;

/** A bean for each request. */
@RequestScoped
public class Basket {
    private final List<Integer> items = new ArrayList<>();

    /** Adds an item. */
    public synchronized void add(int item) {
        items.add(item);
    }

    /** The sum. */
    public synchronized long sum() {
        return items.stream().mapToInt(Integer::intValue).sum();
    }
}
