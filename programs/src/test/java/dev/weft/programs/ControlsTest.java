package dev.weft.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.opentest4j.AssertionFailedError;

/** The comparer finds what it is there to find, and no program is forgotten. */
@ExtendWith(Woven.class)
class ControlsTest {
    private static ChildJvm.Result run(Mode mode, String kind) throws Exception {
        return Child.run(mode, "-Dweft.experience=off", Controls.class.getSimpleName(), kind);
    }

    @Test
    void aProgramThatSaysSomethingElseOnFibersIsFound() throws Exception {
        Comparison comparison = new Comparison(run(Mode.PLAIN, "tells"));
        assertThrows(AssertionFailedError.class, () -> comparison.check(run(Mode.FIBER, "tells"), false));
        assertThrows(AssertionFailedError.class, () -> comparison.check(run(Mode.CHAOS, "tells"), false));
    }

    @Test
    void aProgramThatDoesNotRunOnAFiberIsFound() throws Exception {
        Comparison comparison = new Comparison(run(Mode.PLAIN, "fine"));
        comparison.check(run(Mode.FIBER, "fine"), true);
        comparison.check(run(Mode.CHAOS, "fine"), false);
        assertThrows(AssertionFailedError.class, () -> comparison.check(run(Mode.PLAIN, "fine"), false));
    }

    @Test
    void aProgramThatSaysNothingOrFailsIsFound() throws Exception {
        ChildJvm.Result silent = run(Mode.PLAIN, "silent");
        assertThrows(AssertionFailedError.class, () -> new Comparison(silent));
        ChildJvm.Result failing = run(Mode.PLAIN, "fails");
        assertEquals(3, failing.exit());
        assertThrows(AssertionFailedError.class, () -> new Comparison(failing));
    }

    @Test
    void aProgramThatPinsIsFound() throws Exception {
        Comparison comparison = new Comparison(run(Mode.PLAIN, "pins"));
        ChildJvm.Result pinned = run(Mode.FIBER, "pins");
        comparison.check(pinned, false);
        assertThrows(AssertionFailedError.class, () -> comparison.check(pinned, true));
    }

    @Test
    void theCatalogueHasAllPrograms() throws Exception {
        Set<String> written = new TreeSet<>();
        Path classes = Path.of("target/classes/dev/weft/programs");
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class") && isProgram(name.replace(".class", ""))) {
                    written.add(name.replace(".class", ""));
                }
            }
        }
        written.removeAll(Set.of(Run.class.getSimpleName(), Controls.class.getSimpleName()));
        // AgentsTest runs them, as they need agents
        written.remove(Advised.class.getSimpleName());
        written.remove(RefusedFiles.class.getSimpleName());
        written.remove(ChangedJdk.class.getSimpleName());
        // KeptByLibrariesTest runs it, as what it prints are measurements
        written.remove(KeptByLibraries.class.getSimpleName());
        assertTrue(written.size() > 40, written.toString());
        assertEquals(
                written,
                Catalogue.all().stream().map(Catalogue.Program::name).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static boolean isProgram(String name) throws ReflectiveOperationException {
        Class<?> type = Class.forName("dev.weft.programs." + name, false, ControlsTest.class.getClassLoader());
        return Modifier.isPublic(type.getModifiers())
                && !name.contains("$")
                && Stream.of(type.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("main"));
    }
}
