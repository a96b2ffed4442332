package dev.weft.weaver.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The plan of the house: three modules with arrows one way, and no circle of packages inside any. */
class ArchitectureTest {
    /** The modules of the product, each with the modules that it may use. */
    private enum Module {
        RUNTIME("patch-java-base"),
        AGENT("agent", RUNTIME),
        WEAVER("weaver", RUNTIME, AGENT);

        private final Path folder;
        private final Set<Module> below;

        Module(String folder, Module... below) {
            this.folder = Path.of("..", folder, "target", "classes");
            this.below = Set.of(below);
        }

        private JavaClasses classes() {
            return new ClassFileImporter()
                    .withImportOption(location -> !location.contains("/META-INF/"))
                    .importPath(folder);
        }
    }

    @ParameterizedTest
    @EnumSource(Module.class)
    void aModuleUsesOnlyThoseBelowIt(Module module) {
        Map<String, Module> homes = homes();
        for (JavaClass each : module.classes()) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                Module used = homes.get(
                        dependency.getTargetClass().getBaseComponentType().getName());
                assertTrue(
                        used == null || used == module || module.below.contains(used),
                        () -> module + " uses " + used + ": " + dependency.getDescription());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Module.class,
            names = {"AGENT", "WEAVER"})
    void noPackagesAreInACircle(Module module) {
        free("dev.weft.(**)").check(module.classes());
    }

    @Test
    void aCircleOfPackagesIsFound() {
        JavaClasses control = new ClassFileImporter().importPackages("dev.weft.weaver.architecture.control");
        assertEquals(2, control.size());
        AssertionError found = assertThrows(AssertionError.class, () -> free("dev.weft.weaver.architecture.control.(*)")
                .check(control));
        assertTrue(found.getMessage().contains("Cycle detected"), found.getMessage());
    }

    @Test
    void anArrowThatPointsUpIsFound() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("dev.weft.weaver.cli")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.weft.weaver.cache");
        assertThrows(AssertionError.class, () -> rule.check(Module.WEAVER.classes()));
    }

    private static ArchRule usesNoStreams(String except) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(except)
                .and()
                .haveNameNotMatching("dev\\.weft\\.agent\\.LinkedProgram.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.stream");
    }

    /**
     * Where streams are first used in a full heap, their classes are lost for good, and so are frames. What writes
     * dumps and what reads a linked program at its start may use them.
     */
    @Test
    void whatMakesTwinsAndResumersUsesNoStreams() {
        usesNoStreams("dev.weft.agent.dump").check(Module.AGENT.classes());
        assertThrows(AssertionError.class, () -> usesNoStreams("none").check(Module.AGENT.classes()));
    }

    /** Prints the graph that the rules above are about. */
    @Test
    void theGraphIsDrawn() {
        Map<String, Module> homes = homes();
        for (Module module : Module.values()) {
            Map<String, Set<String>> arrows = new TreeMap<>();
            for (JavaClass each : module.classes()) {
                Set<String> targets = arrows.computeIfAbsent(each.getPackageName(), name -> new TreeSet<>());
                each.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target -> homes.containsKey(target.getName()))
                        .map(JavaClass::getPackageName)
                        .filter(target -> !target.equals(each.getPackageName()))
                        .forEach(targets::add);
            }
            assertFalse(arrows.isEmpty(), module + " is not built");
            System.out.println(arrows.entrySet().stream()
                    .map(entry -> "  " + entry.getKey() + " -> " + String.join(", ", entry.getValue()))
                    .collect(Collectors.joining("\n", module.folder.getName(1) + "\n", "")));
        }
    }

    private static Map<String, Module> homes() {
        Map<String, Module> homes = new TreeMap<>();
        for (Module module : Module.values()) {
            module.classes().forEach(each -> homes.put(each.getName(), module));
        }
        return homes;
    }

    private static ArchRule free(String pattern) {
        return slices().matching(pattern).should().beFreeOfCycles();
    }
}
