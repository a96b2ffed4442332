package dev.weft.weaver.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The runtime's rooms, from the bottom to the top: each uses those below it. What still points upwards is listed, arrow
 * by arrow; a new one fails, and one that is gone must leave the list.
 *
 * <p>A room is a package. Packages of the JDK's are no rooms of ours: a class is there since it uses what only that
 * package may use, so it belongs to the room whose {@linkplain #ANNEXES annex} it is.
 */
class RuntimeRoomsTest {
    private static final Path RUNTIME = Path.of("..", "patch-java-base", "target", "classes");

    /** What programs implement, catch and read; the rest of the published package is what they call. */
    private static final String PUBLISHED_TYPES = "dev.weft, types";

    private static final List<String> FROM_THE_BOTTOM = List.of(
            PUBLISHED_TYPES,
            "jdk.internal.weft.closed",
            "jdk.internal.weft",
            "jdk.internal.weft.timer",
            "jdk.internal.weft.agent",
            "java.weft",
            "jdk.internal.weft.group",
            "jdk.internal.weft.local",
            "jdk.internal.weft.trace",
            "jdk.internal.weft.fiber",
            "jdk.internal.weft.monitor",
            "java.weft.reflect",
            "java.weft.blocking",
            "jdk.internal.weft.continuation",
            "jdk.internal.weft.scheduler",
            "jdk.internal.weft.thread",
            "java.net",
            "sun.nio.ch",
            "jdk.internal.weft.management",
            "java.weft.entry",
            "java.lang.invoke",
            "java.security",
            "javax.security.auth",
            "java.lang",
            "java.util.concurrent",
            "dev.weft");

    /** Classes to their rooms, where these are not their packages. */
    private static final Map<String, String> ANNEXES = new HashMap<>();

    static {
        for (String each : new String[] {
            "CoroutineException",
            "DeadlockException",
            "FibersMXBean",
            "NotCloneableException",
            "NotInScopeException",
            "NotResumableException",
            "PinnedException",
            "ThreadLocalUse"
        }) {
            ANNEXES.put("dev.weft." + each, PUBLISHED_TYPES);
        }
        ANNEXES.put("dev.weft.FiberScheduler", "jdk.internal.weft.scheduler");
        ANNEXES.put("java.lang.WeftLocals", "jdk.internal.weft.local");
        ANNEXES.put("jdk.internal.reflect.WeftAccessor", "java.weft.entry");
        ANNEXES.put("jdk.internal.reflect.WeftAccessors", "java.weft.reflect");
        ANNEXES.put("jdk.internal.reflect.WeftMagic", "jdk.internal.weft");
    }

    /** The arrows that still point upwards. */
    private static final Set<String> UPWARDS = Set.of();

    private static JavaClasses runtime;

    @BeforeAll
    static void read() {
        runtime = new ClassFileImporter()
                .withImportOption(location -> !location.contains("/META-INF/"))
                .importPath(RUNTIME);
    }

    private static String room(JavaClass type) {
        JavaClass outermost = type.getBaseComponentType();
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        return ANNEXES.getOrDefault(outermost.getName(), outermost.getPackageName());
    }

    /** Each room with those that its classes use. */
    private static Map<String, Set<String>> arrows() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        Set<String> own = new HashSet<>();
        runtime.forEach(each -> own.add(each.getName()));
        for (JavaClass each : runtime) {
            String from = room(each);
            Set<String> targets = arrows.computeIfAbsent(from, name -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> own.contains(target.getName()))
                    .map(RuntimeRoomsTest::room)
                    .filter(to -> !to.equals(from))
                    .forEach(targets::add);
        }
        return arrows;
    }

    /** Those arrows that point from a room to one above it. */
    private static Set<String> upwards(Map<String, Set<String>> arrows, List<String> fromTheBottom) {
        Set<String> found = new TreeSet<>();
        arrows.forEach((from, targets) -> targets.stream()
                .filter(to -> fromTheBottom.indexOf(to) > fromTheBottom.indexOf(from))
                .forEach(to -> found.add(from + " -> " + to)));
        return found;
    }

    @Test
    void arrowsPointDownButForThoseThatAreListed() {
        assertEquals(new TreeSet<>(UPWARDS), upwards(arrows(), FROM_THE_BOTTOM));
    }

    @Test
    void eachRoomHasItsFloorAndEachAnnexExists() {
        assertEquals(new TreeSet<>(FROM_THE_BOTTOM), arrows().keySet());
        assertEquals(FROM_THE_BOTTOM.size(), Set.copyOf(FROM_THE_BOTTOM).size());
        for (String each : ANNEXES.keySet()) {
            assertTrue(runtime.contain(each), each);
        }
    }

    @Test
    void anArrowThatPointsUpIsFound() {
        Map<String, Set<String>> arrows = Map.of("cellar", Set.of("attic"), "attic", Set.of("cellar"));
        assertEquals(Set.of("cellar -> attic"), upwards(arrows, List.of("cellar", "attic")));
        // and in the classes themselves, if two floors change their places
        assertFalse(upwards(arrows(), List.of("java.weft", "jdk.internal.weft")).isEmpty());
    }

    /** Prints the house, top floor first. */
    @Test
    void theHouseIsDrawn() {
        Map<String, Set<String>> arrows = arrows();
        StringBuilder house = new StringBuilder("the runtime's rooms, from the top\n");
        for (int i = FROM_THE_BOTTOM.size() - 1; i >= 0; i--) {
            String room = FROM_THE_BOTTOM.get(i);
            house.append("  ").append(room).append(" -> ").append(String.join(", ", arrows.get(room)));
            house.append('\n');
        }
        System.out.print(house);
    }
}
