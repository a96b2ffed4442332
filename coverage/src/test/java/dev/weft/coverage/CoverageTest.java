package dev.weft.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

class CoverageTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SAMPLE = "java/weft/Sample";

    @TempDir
    Path folder;

    @Test
    void aMethodOfJavaBaseThatNobodyCallsIsReportedAsUncovered() throws Exception {
        Map<String, IMethodCoverage> methods = methodsOfSample();
        assertEquals(
                ICounter.FULLY_COVERED, methods.get("called").getLineCounter().getStatus());
        assertEquals(
                ICounter.NOT_COVERED, methods.get("uncalled").getLineCounter().getStatus());
    }

    @Test
    void aBranchThatIsNotTakenIsReportedAsUncovered() throws Exception {
        ICounter branches = methodsOfSample().get("halfCovered").getBranchCounter();
        assertEquals(1, branches.getCoveredCount());
        assertEquals(1, branches.getMissedCount());
    }

    @Test
    void whatAKilledJvmHasLeftIsPassedOver() throws Exception {
        Path list = Files.writeString(folder.resolve("list"), new ProbedClass(1, "a/B", 2) + "\n");
        Path probes = Files.createDirectories(folder.resolve("probes"));
        Files.write(probes.resolve("whole"), new byte[] {0, 1});
        Files.write(probes.resolve("part"), new byte[] {1});
        Path target = folder.resolve("exec");
        assertEquals(1, ProbeFiles.write(probes, list, target));
        boolean[] found = load(target).getExecutionDataStore().get(1).getProbes();
        assertFalse(found[0]);
        assertTrue(found[1]);
    }

    @Test
    void theWeaversJarGetsProbesInRuntimeAndGeneratorAndNowhereElse() throws Exception {
        Path jar = Path.of("../weaver/target/weft-weaver.jar");
        Path list = folder.resolve("list");
        InstrumentedWeaver.write(jar, folder.resolve("jar/weaver.jar"), folder, list);
        List<String> names = Files.readAllLines(list).stream()
                .map(line -> ProbedClass.parse(line).name())
                .toList();
        for (String each :
                List.of("jdk/internal/weft/fiber/Fiber", "java/lang/ThreadMixin", "dev/weft/agent/twin/ClassWeaver")) {
            assertTrue(names.contains(each), each);
        }
        for (String each : names) {
            assertFalse(each.startsWith("dev/weft/agent/asm/") || each.startsWith("dev/weft/weaver/"), each);
        }
    }

    private Map<String, IMethodCoverage> methodsOfSample() throws IOException, InterruptedException {
        byte[] sample = sample();
        ProbeInserter inserter = new ProbeInserter(InstrumentedWeaver.HOLDER);
        byte[] instrumented = inserter.insert(sample, sample);
        Path probes = Files.createDirectories(folder.resolve("probes"));
        Path classes = Files.createDirectories(folder.resolve("classes/java/weft"));
        Files.write(classes.resolve("Sample.class"), instrumented);
        Files.write(
                classes.resolve("Probes.class"),
                InstrumentedWeaver.holder(probes.toString(), inserter.counts(), InstrumentedWeaver.HOLDER));
        ChildJvm.Result result = ChildJvm.run(
                ChildJvm.On.PLAIN,
                PATIENCE,
                List.of("--patch-module", "java.base=" + folder.resolve("classes"), SAMPLE.replace('/', '.')));
        assertEquals(0, result.exit(), result::err);

        Path list = folder.resolve("list");
        Files.write(list, inserter.classes().stream().map(ProbedClass::toString).toList());
        Path exec = folder.resolve("exec");
        assertEquals(1, ProbeFiles.write(probes, list, exec));
        CoverageBuilder coverage = new CoverageBuilder();
        new Analyzer(load(exec).getExecutionDataStore(), coverage).analyzeClass(sample, SAMPLE);
        return coverage.getClasses().iterator().next().getMethods().stream()
                .collect(Collectors.toMap(IMethodCoverage::getName, Function.identity()));
    }

    /** {@link Sample} as a class of java.base. */
    private static byte[] sample() throws IOException {
        Map<String, String> names = Map.of(
                Sample.class.getName().replace('.', '/'),
                SAMPLE,
                Probes.class.getName().replace('.', '/'),
                InstrumentedWeaver.HOLDER);
        ClassWriter writer = new ClassWriter(0);
        try (InputStream in = Sample.class.getResourceAsStream("Sample.class")) {
            new ClassReader(in).accept(new ClassRemapper(writer, new SimpleRemapper(names)), 0);
        }
        return writer.toByteArray();
    }

    private static ExecFileLoader load(Path exec) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(exec.toFile());
        return loader;
    }
}
