package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.DumpedThreads;
import dev.weft.tck.programs.FileWaiters;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code weft dump} and {@code weft ps} of programs that were started without any option for it. The class stays whole
 * because all its tests ask one program.
 */
@ExtendWith(Jvm.class)
class DumpTest {
    private static final String OBJECT = "java\\.lang\\.Object@\\p{XDigit}+";

    /** A program that waits until its standard input ends. */
    private static final class Waiting implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Waiting(Launch launch, List<String> options, String... arguments) throws IOException {
            this(launch, DumpedThreads.class, options, arguments);
        }

        Waiting(Launch launch, Class<?> program, List<String> options, String... arguments) throws IOException {
            process = Jvm.command(launch, options, program.getName(), arguments)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream()));
            assertEquals("ready", out.readLine());
        }

        String pid() {
            return Long.toString(process.pid());
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            try {
                assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static Jvm.Result weft(String... arguments) {
        return Jvm.run(Jvm.builder(Launch.IMAGE, Arrays.asList(arguments)), 120);
    }

    private static Jvm.Result shell(String prefix, String... arguments) {
        ProcessBuilder builder = Jvm.builder(Launch.IMAGE, Arrays.asList(arguments));
        List<String> all = new ArrayList<>(List.of("sh", "-c", prefix + " exec \"$@\"", "sh"));
        all.addAll(builder.command());
        return Jvm.run(builder.command(all), 120);
    }

    /** What is said of one thread. */
    private static String entry(String dump, String name) {
        int start = dump.indexOf("\"" + name + "\" #");
        assertTrue(start >= 0, name + " is not in " + dump);
        return dump.substring(start, dump.indexOf("\n\n", start));
    }

    /** The numbers of the threads of these names, as a dump writes them. */
    private static Set<String> ids(String dump, String... names) {
        return Arrays.stream(names)
                .map(name -> entry(dump, name).split("\\s")[1])
                .collect(Collectors.toSet());
    }

    private static void assertFound(String pattern, String text) {
        assertTrue(Pattern.compile(pattern).matcher(text).find(), pattern + " in " + text);
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aDumpShowsWhatEachThreadDoes(Launch launch) throws IOException {
        try (Waiting program = new Waiting(launch, List.of("-Xmx200m"), "10", "virtual")) {
            Jvm.Result result = weft("dump", program.pid());
            assertEquals(0, result.exit(), result.err());
            String dump = result.out();
            assertFalse(dump.contains("$weft"), dump);
            assertFound(
                    "fiber daemon TIMED_WAITING for \\d+ s\n\tat java.base/java.lang.Thread.sleep\\(Native Method\\)\n"
                            + "\tat .*guarded\\(DumpedThreads.java:\\d+\\)\n\t- locked <" + OBJECT + ">",
                    entry(dump, "owner"));
            assertFound(
                    "BLOCKED for \\d+ s\n\tat .*guarded.*\n\t- waiting to lock <" + OBJECT
                            + "> owned by \"owner\" #\\d+",
                    entry(dump, "contender"));
            assertFound(
                    "WAITING for \\d+ s\n\tat .*park\\(Native Method\\)\n\t- parking to wait for <.*NonfairSync@.*> owned by "
                            + "\"locker\" #\\d+",
                    entry(dump, "parker"));
            assertFound("\n\t- owns <.*ReentrantLock\\$NonfairSync@.*>", entry(dump, "locker"));
            assertFalse(entry(dump, "parker").contains("- owns"), dump);
            assertFound(
                    "WAITING for \\d+ s\n\tat .*Object.wait\\(Native Method\\)\n\t- waiting on <java.lang.Class@.* for .*\n"
                            + "\tat .*Object.wait\\(Object.java\\)\n\tat .*await",
                    entry(dump, "waiter"));
            assertFalse(entry(dump, "waiter").contains("- locked"), dump);
            assertFound("on weft-carrier-\\d+\n(.*\n)*\t- pinned by .*Pinning.<clinit>", entry(dump, "pinned"));
            assertFound("RUNNABLE for \\d+ s\n(.*\n)*.*ServerSocket.accept", entry(dump, "acceptor"));
            assertFound(
                    "RUNNABLE for \\d+ s on weft-carrier-\\d+\n\tat .*compute", entry(dump, "busy \"\\\u00e4\u4e2d\n"));
            assertFound("waiting to lock <.*> owned by \"deadlier\" (.*\n)*.*- locked", entry(dump, "deadly"));
            List<Set<String>> deadlocks = Pattern.compile("(?m)^Deadlock: each of these waits .*: (#\\d+, #\\d+)$")
                    .matcher(dump)
                    .results()
                    .map(found -> Set.of(found.group(1).split(", ")))
                    .toList();
            assertEquals(
                    Set.of(ids(dump, "deadly", "deadlier"), ids(dump, "caller", "callee")),
                    Set.copyOf(deadlocks),
                    "each deadlock of its own");
            assertEquals(2, deadlocks.size(), dump);
            assertFound("\"\" #\\d+ virtual daemon WAITING for \\d+ s\n(.*\n)*\tat .*VirtualThread.run", dump);
            assertFound("\"main\" #1 platform ", dump);
            assertEquals(
                    10, dump.lines().filter(line -> line.startsWith("\"many-")).count());
        }
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aDumpTellsForWhichDescriptorAFiberWaits(Launch launch) throws IOException {
        String address = "127\\.0\\.0\\.1:\\d+";
        try (Waiting program = new Waiting(launch, List.of("-Xmx200m"), "0")) {
            String dump = weft("dump", program.pid()).out();
            // they start to wait when it is ready, and later
            for (int i = 0; dump.split("waiting to read descriptor", -1).length <= 6 && i < 50; i++) {
                dump = weft("dump", program.pid()).out();
            }
            String waits = "\n\t- waiting to read descriptor \\d+, ";
            assertFound("\tat .*" + waits + "socket that listens at " + address + "\n", entry(dump, "acceptor"));
            assertFound("\tat .*" + waits + "socket " + address + " to " + address + "\n", entry(dump, "reader"));
            assertFound(waits + "datagram socket " + address + "\n", entry(dump, "receiver"));
            assertFound(waits + "a pipe\n", entry(dump, "process"));
            assertFound(waits + "a selector\n", entry(dump, "selector"));
            assertFound(
                    "on weft-carrier(.*\n)*" + waits.substring(1) + "socket " + address, entry(dump, "pinned reader"));
            String json = weft("dump", program.pid(), "--json", "--name", "^acceptor$")
                    .out();
            assertFound("\"waitingForDescriptor\" : \\{\\s*\"number\" : \\d+,\\s*\"to\" : \"read\"", json);
            assertFound("\"what\" : \"socket that listens at " + address, json);
        }
    }

    /** In the kernel, where only the kernel knows: carriers with their fibers, and a platform thread. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aDumpTellsForWhichFileAThreadWaits(Launch launch, @TempDir Path folder) throws Exception {
        Path read = folder.resolve("read");
        Path written = folder.resolve("written");
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", read.toString(), written.toString())
                        .start()
                        .waitFor());
        try (Waiting program =
                new Waiting(launch, FileWaiters.class, List.of("-Xmx200m"), read.toString(), written.toString())) {
            String dump;
            do {
                dump = weft("dump", program.pid()).out();
                // until they wait
            } while (program.process.isAlive() && dump.split("\n\t- waiting to ", -1).length <= 3);
            assertFound(
                    "on weft-carrier-\\d+\n\tat .*RandomAccessFile.read0\\(Native Method\\)\n"
                            + "\t- waiting to read descriptor \\d+, " + read + "\n",
                    entry(dump, "reader"));
            assertFound(
                    "\n\tat .*\\(Native Method\\)\n\t- waiting to write descriptor \\d+, " + written + "\n",
                    entry(dump, "writer"));
            assertFound("\n\t- waiting to read descriptor 0, a pipe\n", entry(dump, "main"));
            assertFalse(entry(dump, "busy").contains("descriptor"), dump);
            String json = weft("dump", program.pid(), "--json").out();
            assertFound(
                    "\"waitingForDescriptor\" : \\{\\s*\"number\" : \\d+,\\s*\"to\" : \"write\",\\s*\"what\" : \""
                            + written + "\"",
                    json);
            DumpSchema.assertValid(json);
        }
    }

    /** Two at the same time, one of which is interrupted while it goes on. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void topCountsTheFibers(Launch launch) throws IOException {
        try (Waiting program = new Waiting(launch, List.of("-Xmx300m"), "1000")) {
            Process other = Jvm.builder(Launch.IMAGE, List.of("top", program.pid(), "--json", "-d", "0.1"))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                BufferedReader lines = new BufferedReader(new InputStreamReader(other.getInputStream()));
                assertFound(
                        "^\\{\"live\":1\\d\\d\\d,.*\"preempted\":\\d+,.*\"mountsPerSecond\":\\d+", lines.readLine());
                Jvm.Result table = weft("top", program.pid(), "--once", "-d", "2");
                assertEquals(0, table.exit(), table.err());
                assertFound("^fibers +1,\\d\\d\\d live", table.out());
                assertFound("\n +1,\\d\\d\\d parked", table.out());
                assertFound("\n +1,\\d\\d\\d waiting +\\d+ timed waiting +5 blocked\n", table.out());
                assertFound("\nawaited +[1-9]\\d* timers +[3-9] descriptors\n", table.out());
                assertFound("\npins +\\d+ per second +1 in all +class initializer, .*Pinning.<clinit>", table.out());
                assertFound("\nprocessor +\\d+ % +" + DumpedThreads.class.getName() + "\\.compute\n", table.out());
                assertFound("\\{\"live\":1", lines.readLine());
            } finally {
                other.destroyForcibly();
            }
        }
    }

    @Test
    void topTellsTheEndOfTheProgram() throws IOException {
        Process top;
        BufferedReader lines;
        try (Waiting program = new Waiting(Launch.IMAGE, List.of(), "10")) {
            top = Jvm.builder(Launch.IMAGE, List.of("top", program.pid(), "-d", "0.1"))
                    .redirectErrorStream(true)
                    .start();
            lines = new BufferedReader(new InputStreamReader(top.getInputStream()));
            assertFound("^fibers ", lines.readLine());
        }
        assertFound(
                "process \\d+ has ended$",
                lines.lines().reduce((first, last) -> last).orElse(""));
    }

    @Test
    void topRefusesWhatItCannotShow() {
        for (String[] bad : new String[][] {{"top", "1", "-d", "0"}, {"top", "1", "-d", "NaN"}, {"top", "999999999"}}) {
            Jvm.Result result = weft(bad);
            assertEquals(2, result.exit(), result.toString());
            assertEquals(1, result.err().lines().count(), result.err());
        }
    }

    @Tag("long")
    @Test
    void aDumpIsGroupedAndFiltered() throws IOException {
        try (Waiting program = new Waiting(Launch.IMAGE, List.of("-Xmx300m"), "10000")) {
            String groups = weft("dump", program.pid(), "--group").out();
            assertFound(
                    "^10000 fiber WAITING for up to \\d+ s: \"many-0\" #\\d+, .*, \\.\\.\n\tat .*Object.wait",
                    groups.split("\n\n", 2)[1]);
            String some = weft("dump", program.pid(), "--name=^many-99", "--state=WAITING")
                    .out();
            assertEquals(111, some.lines().filter(line -> line.startsWith("\"")).count());
            assertEquals(
                    "",
                    weft("dump", program.pid(), "--state=BLOCKED", "--name=many")
                            .out()
                            .lines()
                            .filter(line -> line.startsWith("\"many"))
                            .reduce("", String::concat));
            String ofPackage =
                    weft("dump", program.pid(), "--package=sun.nio.ch.").out();
            assertTrue(ofPackage.contains("\"acceptor\"") && !ofPackage.contains("\"locker\""), ofPackage);
        }
    }

    @Test
    void aDumpAsJsonHasTheFieldsOfNewerJdks(@TempDir Path folder) throws IOException {
        try (Waiting program = new Waiting(Launch.IMAGE, List.of("-Xmx300m"), "100", "virtual")) {
            Path file = folder.resolve("dump.json");
            assertEquals(
                    0,
                    weft("dump", program.pid(), "--json", "-o", file.toString()).exit());
            String json = Files.readString(file);
            assertFound("\"threadDump\" : \\{\\s+\"processId\" : \"" + program.pid() + "\",\\s+\"time\" : \"", json);
            assertFound(
                    "\"container\" : \"<root>\",\\s+\"parent\" : null,\\s+\"owner\" : null,\\s+\"threads\" : \\[",
                    json);
            assertFound(
                    "\"tid\" : \"\\d+\",\\s+\"time\" : \".*\",\\s+\"name\" : \"many-7\",\\s+"
                            + "\"stack\" : \\[\\s+\"java.base/java.lang.Object.wait",
                    json);
            assertFound("\"name\" : \"busy \\\\\"\\\\\\\\\u00e4\u4e2d\\\\n\"", json);
            assertFound(
                    "\"parkBlocker\" : \\{\\s+\"object\" : \"java.util.concurrent.locks.Re.*\",\\s+\"owner\" : \"\\d+\"",
                    json);
            assertFound(
                    "\"monitorsOwned\" : \\[\\s+\\{\\s+\"depth\" : 1,\\s+\"locks\" : \\[\\s+\"java.lang.Object@", json);
            assertFound("\"deadlocked\" : \\[(\\s+\"\\d+\",){3}\\s+\"\\d+\"\\s+\\]", json);
            assertFound("\"stateSince\" : \"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\"", json);
            assertEquals(List.of(file), Files.list(folder).toList());
            DumpSchema.assertValid(json);
        }
    }

    /** The same schema accepts what a JDK with the fields writes itself, if there is one beside the JDK that runs. */
    @Test
    void theSchemaIsThatOfNewerJdks(@TempDir Path folder) throws Exception {
        Path newer = Jvm.newer().orElse(null);
        assumeTrue(newer != null, "no newer JDK");
        Path file = folder.resolve("dump.json");
        try (Waiting program = new Waiting(Launch.PLAIN, List.of("-Dtck.jdk=" + newer), "10", "virtual")) {
            Process dump = new ProcessBuilder(
                            newer + "/bin/jcmd", program.pid(), "Thread.dump_to_file", "-format=json", file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(dump.getInputStream().readAllBytes());
            assertEquals(0, dump.waitFor(), said);
        }
        String json = Files.readString(file);
        assumeTrue(json.contains("\"state\": "), "JDK 25 was the first to write states");
        DumpSchema.assertValid(json);
        for (String each : new String[] {"tid", "time", "state", "stack", "threads", "processId"}) {
            String wrong = json.replace("\"" + each + "\"", "\"other\"");
            assertThrows(AssertionError.class, () -> DumpSchema.assertValid(wrong), each);
        }
    }

    /** The clock of the scheduler, which is read seldom, tells since when: to about a second, and never longer ago. */
    @Test
    void aDumpTellsForHowLongAFiberHasBeenInItsState() throws Exception {
        long start = System.nanoTime();
        try (Waiting program = new Waiting(Launch.IMAGE, List.of("-Xmx200m"), "0")) {
            Pattern waits = Pattern.compile("TIMED_WAITING for (\\d+) s");
            long told;
            do {
                Matcher found = waits.matcher(entry(weft("dump", program.pid()).out(), "owner"));
                assertTrue(found.find());
                told = Long.parseLong(found.group(1));
                assertTrue(told <= (System.nanoTime() - start) / 1_000_000_000 + 2, "for " + told + " s");
            } while (told < 3);
        }
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void theSignalUrgPrintsADump(Launch launch) throws Exception {
        try (Waiting program = new Waiting(launch, List.of("-Xmx200m"), "10")) {
            new ProcessBuilder("kill", "-URG", program.pid()).start().waitFor();
            StringBuilder dump = new StringBuilder();
            for (String line = program.out.readLine(); !line.startsWith("Deadlock: "); line = program.out.readLine()) {
                dump.append(line).append('\n');
            }
            assertFound("many-9\" #\\d+ fiber daemon WAITING", dump.toString());
            assertFound("\n\t- waiting to lock <" + OBJECT + "> owned by \"owner\"", entry(dump + "\n", "contender"));
        }
    }

    @Test
    void allLocksAreToldIfTheyAreAskedFor() throws IOException {
        try (Waiting program = new Waiting(Launch.IMAGE, List.of("-Xmx200m"), "10")) {
            assertFalse(entry(weft("dump", program.pid()).out(), "loner").contains("owns"));
            String dump = weft("dump", program.pid(), "--locks").out();
            assertFound("\n\t- owns <.*ReentrantReadWriteLock\\$NonfairSync@.*>", entry(dump, "loner"));
            assertFound("\n\t- owns <.*ReentrantLock\\$NonfairSync@.*>", entry(dump, "locker"));
            assertFalse(entry(dump, "parker").contains("- owns"), dump);
        }
    }

    /** As root that of another user, else that of root. */
    @Test
    void anotherUsersProgramIsSaidInOneLine() throws Exception {
        Object own = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        boolean isRoot = own.equals(0);
        Process other = isRoot
                ? new ProcessBuilder("setpriv", "--reuid", "65534", "--clear-groups", "sleep", "1000").start()
                : null;
        try {
            long pid = other == null ? 1 : other.pid();
            while (Files.getAttribute(Path.of("/proc/" + pid), "unix:uid").equals(own)) {
                assertTrue(other == null || other.isAlive(), "setpriv has failed");
                Thread.onSpinWait();
            }
            assertRefused("process " + pid + " is of the user ", "dump", Long.toString(pid));
            assertRefused("process " + pid + " is of the user ", "top", Long.toString(pid));
        } finally {
            if (other != null) {
                other.destroyForcibly().waitFor();
            }
        }
    }

    @Tag("long")
    @Test
    void standardOutputThatIsFullIsSaidInOneLine() throws IOException {
        try (Waiting program = new Waiting(Launch.IMAGE, List.of("-Xmx200m"), "10")) {
            String[][] commands = {
                {"dump", program.pid()},
                {"dump", program.pid(), "--json"},
                {"top", program.pid(), "-d", "0.1"},
                {"top", program.pid(), "--once", "-d", "0.1"},
                {"ps"}
            };
            for (String[] each : commands) {
                Jvm.Result result = shell("exec > /dev/full;", each);
                assertEquals(2, result.exit(), result.err());
                assertEquals(1, result.err().lines().count(), result.err());
                assertTrue(result.err().contains("standard output is closed or full"), result.err());
            }
        }
    }

    @Test
    void aDumpThatDoesNotFitLeavesNothing(@TempDir Path folder) throws IOException {
        try (Waiting program = new Waiting(Launch.IMAGE, List.of("-Xmx300m"), "5000")) {
            Path file = folder.resolve("dump.txt");
            // blocks of 512 bytes
            Jvm.Result result = shell("ulimit -f 100;", "dump", program.pid(), "-o", file.toString());
            assertEquals(2, result.exit(), result.err());
            assertEquals(1, result.err().lines().count(), result.err());
            assertTrue(result.err().startsWith("weft: cannot write " + file + ": "), result.err());
            assertEquals(List.of(), Files.list(folder).toList());
            Jvm.Result noFolder =
                    weft("dump", program.pid(), "-o", folder.resolve("none/x").toString());
            assertEquals(2, noFolder.exit());
            assertEquals(1, noFolder.err().lines().count(), noFolder.err());
        }
    }

    @Test
    void programsOnWeftAreListed() throws IOException {
        try (Waiting program = new Waiting(Launch.IMAGE, List.of(), "0");
                Waiting withoutArchive = new Waiting(Launch.IMAGE, List.of("-Xshare:off"), "0");
                Waiting plain = new Waiting(Launch.PLAIN, List.of(), "0")) {
            List<String> lines = weft("ps").out().lines().toList();
            for (Waiting each : List.of(program, withoutArchive)) {
                assertTrue(lines.contains(each.pid() + " " + DumpedThreads.class.getName()), lines.toString());
            }
            assertTrue(lines.stream().noneMatch(line -> line.startsWith(plain.pid() + " ")), lines.toString());
        }
    }

    private static void assertRefused(String message, String... arguments) {
        Jvm.Result result = weft(arguments);
        assertEquals(2, result.exit(), result.toString());
        assertEquals("", result.out());
        assertEquals(1, result.err().lines().count(), result.err());
        assertTrue(result.err().startsWith("weft: ") && result.err().contains(message), result.err());
    }

    @Tag("long")
    @Test
    void whatCannotBeAskedIsSaidInOneLine() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "1000").start();
        try (Waiting plain = new Waiting(Launch.PLAIN, List.of(), "0")) {
            assertRefused("process " + sleep.pid() + " is no Java program", "dump", Long.toString(sleep.pid()));
            assertTrue(sleep.isAlive());
            assertRefused("process " + plain.pid() + " does not run on Weft", "dump", plain.pid());
            assertRefused("there is no process 999999999", "dump", "999999999");
            assertRefused("'x' is no process id: weft ps lists them", "dump", "x");
            assertRefused("Missing required parameter", "dump");
            assertRefused("--group is text", "dump", plain.pid(), "--json", "--group");
        } finally {
            sleep.destroyForcibly().waitFor();
        }
        assertRefused("there is no process", "dump", Long.toString(sleep.pid()));
    }

    @Tag("long")
    @Test
    void aProgramThatForbidsItAndOneThatIsStoppedAreSaidInOneLine() throws Exception {
        try (Waiting program = new Waiting(Launch.IMAGE, List.of("-XX:+DisableAttachMechanism"), "0")) {
            assertRefused("-XX:+DisableAttachMechanism", "dump", program.pid());
        }
        try (Waiting program = new Waiting(Launch.IMAGE, List.of(), "0")) {
            new ProcessBuilder("kill", "-STOP", program.pid()).start().waitFor();
            try {
                assertRefused("does not answer: it is stopped", "dump", program.pid());
            } finally {
                new ProcessBuilder("kill", "-CONT", program.pid()).start().waitFor();
            }
        }
    }
}
