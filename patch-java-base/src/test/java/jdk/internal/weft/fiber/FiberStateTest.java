package jdk.internal.weft.fiber;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the transitions of a fiber's state as data with the table in the source. */
class FiberStateTest {
    private static final Pattern ROW = Pattern.compile("^ \\* ([A-Z]+)? .*?-> ?([A-Z]+)");

    private static Set<String> table() throws Exception {
        Set<String> transitions = new TreeSet<>();
        String state = null;
        Path source = Path.of("src/main/java/jdk/internal/weft/fiber/Fiber.java");
        for (String line : Files.readAllLines(source)) {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                state = row.group(1) == null ? state : row.group(1);
                transitions.add(state + " -> " + row.group(2));
            }
        }
        return transitions;
    }

    private static Set<String> data() {
        Set<String> transitions = new TreeSet<>();
        for (FiberState from : FiberState.values()) {
            for (FiberState to : FiberState.values()) {
                if (from.mayBecome(to)) {
                    transitions.add(from + " -> " + to);
                }
            }
        }
        return transitions;
    }

    @Test
    void theTransitionsInTheSourceAreThoseOfTheData() throws Exception {
        Set<String> table = table();
        assertEquals(6, table.size(), table.toString());
        assertEquals(table, data());
    }
}
