package dev.weft.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FactsTest {
    private static final Path NOWHERE = Path.of("nowhere");

    @Test
    void theCommandHasAllArgumentsAndIsQuoted() {
        assertEquals(
                "java -jar benchmarks/target/benchmarks-report.jar --quick --rounds=2 '--note=two words' '--name=it'\\''s'",
                Facts.command(List.of("--quick", "--rounds=2", "--note=two words", "--name=it's")));
        assertEquals("java -jar benchmarks/target/benchmarks-report.jar", Facts.command(List.of()));
    }

    @Test
    void theHeapIsToldForEachSetAsTheCommandsHaveIt() {
        assertEquals(
                "hand-over, suspend: -Xms1g -Xmx1g; jruby: -Xmx2g; start-up: the JVM's choice",
                Heap.description(List.of("hand-over", "suspend", "jruby", "start-up")));
        Figure figure = Figures.all().get(0);
        String[] jmh = new JmhRunner(Effort.SMOKE).arguments(figure, Runtime.plain(NOWHERE));
        assertArrayEquals(new String[] {"-Xms1g", "-Xmx1g"}, jmh);
        assertFalse(Effort.QUICK.description().contains("-Xm"), Effort.QUICK.description());
    }

    @Test
    void onlyGoWithoutItsCollectorHasALimit() {
        Peer collecting = new Peer("Go", NOWHERE, Set.of(), true);
        Peer without = new Peer("Go", NOWHERE, Set.of(), false);
        assertEquals(
                Map.of("GOMAXPROCS", "2"),
                collecting.launch(NOWHERE, 2, Heap.MILLION, List.of()).environment());
        assertEquals(
                Map.of("GOMAXPROCS", "2", "GOGC", "off", "GOMEMLIMIT", "6GiB"),
                without.launch(NOWHERE, 2, Heap.MILLION, List.of()).environment());
    }

    @Test
    void setsAreTheNamedOnesInTheirOrderOrThoseOfTheForm() {
        assertEquals(List.of("hand-over", "http"), List.copyOf(Sets.wanted(Set.of("http", "hand-over"), false)));
        assertFalse(Sets.wanted(Set.of(), false).contains("millions"));
        assertEquals(Sets.all(), Sets.wanted(Set.of(), true));
    }

    @Test
    void aMissingRuntimeIsNamedInTheHeader() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Runtimes runtimes = new Runtimes(java, java, NOWHERE);
        assertEquals(List.of(Runtime.PLAIN), names(runtimes.named("none of that name", Runtime.PLAIN)));
        boolean taskset = Commands.onPath("taskset") != null;
        assertEquals(taskset, runtimes.java(Runtime.PLAIN_BOUND) != null);
        assertEquals(taskset, !runtimes.missing().containsKey(Runtime.PLAIN_BOUND));
    }

    private static List<String> names(List<Runtime> runtimes) {
        return runtimes.stream().map(Runtime::name).toList();
    }

    @Test
    void kilobytesOfClassesAndCodeAreSummed() throws IOException {
        String output =
                """
                CodeHeap 'non-profiled nmethods': size=120036Kb used=5Kb max_used=5Kb free=120031Kb
                CodeHeap 'profiled nmethods': size=120032Kb used=33Kb max_used=33Kb free=119998Kb
                CodeCache: size=245764Kb, used=1363Kb, max_used=1376Kb, free=244399Kb
                -                     Class (reserved=1073821127, committed=204800)
                -                      Code (reserved=253675816, committed=7772456)
                -        Shared class space (reserved=16777312, committed=1048576, readonly=0)
                -                 Metaspace (reserved=67118KB, committed=50KB)
                """;
        assertEquals(38, HelloMemory.codeKilobytes(output));
        assertEquals(200 + 1_024 + 50, HelloMemory.classKilobytes(output));
        assertThrows(IOException.class, () -> HelloMemory.codeKilobytes("hello"));
    }

    @Test
    void workIsToldPerAnswer() throws IOException {
        Server.Work before = new Server.Work(10, 1_000, 0, 5_000_000);
        Server.Work after = new Server.Work(10, 3_000, 20_000_000, 25_000_000);
        assertEquals(10, after.microsPerAnswerSince(before));
        assertEquals(10, after.cpuMicrosPerAnswerSince(before));
        assertThrows(IOException.class, () -> before.microsPerAnswerSince(before));
        assertTrue(assertThrows(IOException.class, () -> before.cpuMicrosPerAnswerSince(after))
                .getMessage()
                .contains("nothing"));
    }
}
