package jdk.internal.weft.fiber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The list of those that join a fiber: who waits is in it, and not much else. */
class JoinerTest {
    private final Fiber fiber = new Fiber(new Thread());
    private Joiner first;

    private Joiner add() {
        Joiner added = new Joiner(fiber);
        added.follow(first);
        first = added;
        return added;
    }

    private int length() {
        int n = 0;
        for (Joiner each = first; each != null; each = each.next) {
            n++;
        }
        return n;
    }

    @Test
    void thoseThatComeAndLeaveByTurnsDoNotStay() {
        Joiner stays = add();
        Joiner last = add();
        for (int i = 0; i < 100_000; i++) {
            // who comes sees the other one wait
            Joiner next = add();
            last.leave();
            last = next;
        }
        assertTrue(length() < 50, length() + " for two");
        Joiner outermost = first;
        while (outermost.next != null) {
            outermost = outermost.next;
        }
        assertEquals(stays, outermost);
    }

    @Test
    void noneIsForgottenWhoeverLeaves() {
        Random random = new Random(1);
        List<Joiner> waiting = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(100) < 52 || waiting.isEmpty()) {
                waiting.add(add());
            } else {
                waiting.remove(random.nextInt(waiting.size())).leave();
            }
        }
        Set<Joiner> found = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Joiner each = first; each != null; each = each.next) {
            found.add(each);
        }
        assertTrue(found.containsAll(waiting));
        assertTrue(found.size() <= 3 * waiting.size() + 50, found.size() + " for " + waiting.size());
    }
}
