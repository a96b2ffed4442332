package dev.weft.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private static Set<String> data() throws Exception {
        URL classes = Path.of("target/classes").toUri().toURL();
        Set<String> transitions = new TreeSet<>();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null)) {
            Class<?> type = loader.loadClass("jdk.internal.weft.fiber.FiberState");
            Method mayBecome = type.getMethod("mayBecome", type);
            List<Object> states = new ArrayList<>(List.of(type.getEnumConstants()));
            for (Object from : states) {
                for (Object to : states) {
                    if ((Boolean) mayBecome.invoke(from, to)) {
                        transitions.add(from + " -> " + to);
                    }
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
