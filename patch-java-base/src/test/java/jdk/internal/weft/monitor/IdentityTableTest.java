package jdk.internal.weft.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTableTest {
    /** A link with nothing else. */
    private static final class Plain extends Link {
        Plain(Object key, int hash) {
            super(key, hash);
        }

        Plain(Object key) {
            this(key, System.identityHashCode(key));
        }
    }

    private final IdentityTable table = new IdentityTable();

    /** Steps at random beside a map of the JDK: few keys and many, so that segments grow and shrink. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void itHasWhatAMapByIdentityHas(long seed) {
        Random random = new Random(seed);
        Map<Object, Link> expected = new IdentityHashMap<>();
        List<Object> keys = new ArrayList<>();
        for (int step = 0; step < 60_000; step++) {
            boolean isFilling = step % 20_000 < 10_000;
            if (keys.isEmpty() || random.nextInt(10) < (isFilling ? 8 : 2)) {
                // equal keys are different ones
                Object key = new String("key");
                Link link = new Plain(key);
                table.add(link);
                expected.put(key, link);
                keys.add(key);
            } else {
                int at = random.nextInt(keys.size());
                Object key = keys.set(at, keys.get(keys.size() - 1));
                keys.remove(keys.size() - 1);
                Link link = expected.remove(key);
                assertSame(link, table.find(key), () -> "seed " + seed);
                table.remove(link);
                assertNull(table.find(key), () -> "seed " + seed);
                table.remove(link);
            }
            if (step % 1_000 == 0) {
                assertEquals(expected.size(), table.size());
                expected.forEach((key, link) -> assertSame(link, table.find(key)));
                assertNull(table.find(new Object()));
            }
        }
    }

    @Test
    void keysWithOneHashAreToldApart() {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Link link = new Plain(new Object(), 64);
            links.add(link);
            table.add(link);
        }
        for (int i = 0; i < links.size(); i += 2) {
            table.remove(links.get(i));
        }
        for (int i = 0; i < links.size(); i++) {
            Link found = table.find(links.get(i).key, 64);
            assertSame(i % 2 == 0 ? null : links.get(i), found);
        }
        assertEquals(links.size() / 2, table.size());
    }

    @Test
    void oneThatATestWantsIsFound() {
        Object key = new Object();
        table.add(new Plain(new Object()));
        table.add(new Plain(key));
        assertSame(key, table.any(link -> link.key == key).key);
        assertNull(table.any(link -> false));
    }

    /** Readers without a lock always find links that stay, while others come and go and the segments are resized. */
    @Test
    void readersFindWhatStaysWhateverChanges() throws InterruptedException {
        assertEquals(0, missed(table::find));
    }

    /** The race can find what it is to find: a reader that does not look twice. */
    @Test
    void theRaceFindsAReaderThatMisses() throws InterruptedException {
        AtomicLong asked = new AtomicLong();
        assertTrue(missed(key -> asked.incrementAndGet() % 1_000 == 0 ? null : table.find(key)) > 0);
    }

    private interface Reader {
        Link find(Object key);
    }

    private long missed(Reader reader) throws InterruptedException {
        List<Link> staying = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Link link = new Plain(new Object());
            table.add(link);
            staying.add(link);
        }
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicLong missed = new AtomicLong();
        AtomicLong rounds = new AtomicLong();
        Thread other = new Thread(() -> {
            while (!isOver.get()) {
                for (Link each : staying) {
                    if (reader.find(each.key) != each) {
                        missed.incrementAndGet();
                    }
                }
                rounds.incrementAndGet();
            }
        });
        other.start();
        for (int round = 0; round < 30 || rounds.get() < 30; round++) {
            List<Link> passing = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                Link link = new Plain(new Object());
                passing.add(link);
                table.add(link);
            }
            assertNotNull(table.find(passing.get(17).key));
            passing.forEach(table::remove);
        }
        isOver.set(true);
        other.join();
        assertEquals(staying.size(), table.size());
        return missed.get();
    }
}
