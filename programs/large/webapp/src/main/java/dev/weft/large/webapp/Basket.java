package dev.weft.large.webapp;

import java.util.ArrayList;
import java.util.List;
import javax.enterprise.context.RequestScoped;

/** A bean of CDI, one for each request. */
@RequestScoped
public class Basket {
    private final List<Integer> items = new ArrayList<>();

    /** Adds an item. */
    public void add(int item) {
        items.add(item);
    }

    /** The sum. */
    public long sum() {
        return items.stream().mapToInt(Integer::intValue).sum();
    }
}
