package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weft.tck.CaseMethod;
import dev.weft.tck.Cases;
import dev.weft.tck.harness.CaseRun.CaseResult;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each case in each configuration, as a test. */
@Tag("alone")
@ExtendWith(Jvm.class)
class ConformanceTest {
    private static final int CHILDREN_AT_A_TIME = 2;

    private final KnownDifferences known = new KnownDifferences();
    private final String only = System.getProperty("tck.only", "");

    @TestFactory
    Stream<DynamicContainer> everyCaseInEveryConfiguration() {
        ExecutorService children = Executors.newFixedThreadPool(CHILDREN_AT_A_TIME);
        CompletableFuture<Map<String, CaseResult>> oracle = run(Configuration.ORACLE, null, children);
        return Configuration.wanted().stream()
                .map(each -> new Pending(each, each == Configuration.ORACLE ? oracle : run(each, oracle, children)))
                .toList()
                .stream()
                .map(each ->
                        DynamicContainer.dynamicContainer(each.configuration().title(), tests(each, oracle)))
                .onClose(children::shutdown);
    }

    private record Pending(Configuration configuration, CompletableFuture<Map<String, CaseResult>> results) {}

    private static CompletableFuture<Map<String, CaseResult>> run(
            Configuration configuration, CompletableFuture<Map<String, CaseResult>> oracle, ExecutorService children) {
        return CompletableFuture.supplyAsync(
                () -> {
                    Map<String, CaseResult> results = CaseRun.of(configuration, "suite");
                    boolean isCompared = oracle != null && !configuration.addsFrames();
                    Results.write(configuration, results, isCompared ? oracle.join() : results);
                    return results;
                },
                children);
    }

    private Stream<DynamicTest> tests(Pending run, CompletableFuture<Map<String, CaseResult>> oracle) {
        return Cases.of("suite").stream()
                .filter(each -> each.name().contains(only))
                .map(each -> DynamicTest.dynamicTest(
                        each.name(),
                        () -> check(
                                each.name(), run.configuration(), run.results().get(), oracle.get())));
    }

    private void check(
            String name, Configuration configuration, Map<String, CaseResult> results, Map<String, CaseResult> oracle) {
        Map<String, CaseResult> compared = configuration.addsFrames() ? results : oracle;
        String failure = CaseResult.failure(results.get(name), compared.get(name));
        var difference = known.of(name, configuration);
        if (difference.isEmpty() && failure != null) {
            fail(configuration.id() + ": " + failure);
        }
        if (failure == null && difference.isPresent() && !difference.get().isOccasional()) {
            fail(configuration.id() + ": it passes, but known-differences.txt says that it fails since "
                    + difference.get().reason() + ": remove it there");
        }
    }

    @Test
    void namesOfCasesAreUniqueAndFreeOfSeparators() {
        Set<String> names = new HashSet<>();
        for (CaseMethod each : Cases.of("suite")) {
            assertTrue(names.add(each.name()), each.name());
            assertTrue(!each.name().contains("|") && !each.name().contains("\t"), each.name());
        }
    }

    @Test
    void everyKnownDifferenceIsOneOfACaseInAConfiguration() {
        List<String> names = Cases.of("suite").stream().map(CaseMethod::name).toList();
        for (KnownDifferences.Difference each : known.all()) {
            boolean isProgram = each.name().startsWith("program: ");
            assertTrue(isProgram || names.contains(each.name()), "no case has the name: " + each.name());
            boolean isConfiguration = Stream.concat(Configuration.all().stream(), Configuration.more().stream())
                    .anyMatch(each::isIn);
            assertTrue(isProgram || isConfiguration, each.configurations());
            assertFalse(each.reason().isEmpty(), each.name());
        }
    }
}
