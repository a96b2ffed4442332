package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.DeepStacks;
import dev.weft.tck.programs.ProfiledThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code weft profile} of a program whose truth is known, and {@code weft clean}; whole, as both read profiles. */
@Tag("alone")
@ExtendWith(Jvm.class)
class ProfileTest {
    private static final String PROGRAM = ProfiledThreads.class.getName();
    private static final String CALLERS =
            "java.lang.Thread.run;" + PROGRAM + ".outer;" + PROGRAM + ".middle;" + PROGRAM + ".inner;";

    /** Percentage points. */
    private static final double TOLERANCE = 5;

    private static final class Profiled implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Profiled(Launch launch, List<String> options, String... arguments) throws IOException {
            this(PROGRAM, launch, options, arguments);
        }

        Profiled(String program, Launch launch, List<String> options, String... arguments) throws IOException {
            process = Jvm.command(launch, options, program, arguments)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream()));
            String line = out.readLine();
            while (line != null && !line.equals("ready")) {
                // the VM tells there of a recording
                line = out.readLine();
            }
            assertEquals("ready", line);
        }

        String pid() {
            return Long.toString(process.pid());
        }

        /** The nanoseconds that were spent in the three methods so far. */
        long[] spent() throws IOException {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            return Arrays.stream(out.readLine().split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
        }

        /** Returns when its methods have spent so much time more. */
        void computesFor(long nanos) throws IOException {
            long start = Arrays.stream(spent()).sum();
            while (Arrays.stream(spent()).sum() - start < nanos) {
                Thread.onSpinWait();
            }
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

    private static Jvm.Result jcmd(String... arguments) {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/jcmd"));
        command.addAll(List.of(arguments));
        return Jvm.run(new ProcessBuilder(command), 120);
    }

    private static Jvm.Result weft(String... arguments) {
        return Jvm.run(Jvm.builder(Launch.IMAGE, Arrays.asList(arguments)), 120);
    }

    private static long sum(String profile, String part, String end) {
        return profile.lines()
                .filter(line -> line.contains(part)
                        && line.substring(0, line.lastIndexOf(' ')).endsWith(end))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Tag("nightly")
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void selfTimesAreNearTheTruthAndStacksAreComplete(Launch launch) throws IOException {
        List<String> options = List.of("-Xmx200m", "-Dweft.accounting=on");
        try (Profiled program = new Profiled(launch, options, "3", "50", "20")) {
            // until the JIT is done
            long[] before = program.spent();
            while (before[2] < 500_000_000) {
                Thread.onSpinWait();
                before = program.spent();
            }
            Jvm.Result result = weft("profile", program.pid(), "-d", "30");
            assertEquals(0, result.exit(), result.err());
            long[] after = program.spent();
            String profile = result.out();
            assertFalse(profile.contains("$weft"), profile);
            assertFalse(profile.contains("jdk.internal.weft") || profile.contains("java.weft"), profile);
            String[] methods = {"six", "three", "one"};
            long sampled = 0;
            long complete = 0;
            long all = 0;
            for (int i = 0; i < methods.length; i++) {
                sampled += sum(profile, "", "." + methods[i]);
                complete += sum(profile, CALLERS, "." + methods[i]);
                all += after[i] - before[i];
            }
            for (int i = 0; i < methods.length; i++) {
                double truth = 100.0 * (after[i] - before[i]) / all;
                double seen = 100.0 * sum(profile, "", "." + methods[i]) / sampled;
                assertEquals(truth, seen, TOLERANCE, methods[i] + " in " + profile);
            }
            assertTrue(complete >= 0.9 * sampled, profile);
            assertEquals(0, sum(profile, "waits", ""), profile);
            // what wakes the runtime's own threads is the scheduler's
            assertEquals(0, sum(profile, "[callers unknown];jdk.internal.misc.Unsafe.", ""), profile);
        }
    }

    @Test
    void aWallClockProfileHasParkedFibersByState(@TempDir Path folder) throws IOException {
        try (Profiled program = new Profiled(Launch.IMAGE, List.of("-Xmx200m"), "1", "50", "1")) {
            Jvm.Result result = weft("profile", program.pid(), "--wall", "-d", "2");
            assertEquals(0, result.exit(), result.err());
            String profile = result.out();
            assertFalse(profile.contains("$weft"), profile);
            long main = sum(profile, PROGRAM + ".main", "");
            long waits = sum(profile, "WAITING;java.lang.Thread.run;" + PROGRAM + ".waits;", "Unsafe.park");
            assertTrue(main > 0, profile);
            assertEquals(50.0 * main, waits, 2.0 * main, profile);
            assertTrue(sum(profile, "TIMED_WAITING;" + CALLERS, "Thread.sleep") > 0, profile);

            Path page = folder.resolve("flame.html");
            result = weft("profile", program.pid(), "--wall", "-d", "0.5", "-o", page.toString());
            assertEquals(0, result.exit(), result.err());
            String html = Files.readString(page);
            assertTrue(
                    html.startsWith("<!DOCTYPE html>") && html.contains("dev.weft.tck.programs.ProfiledThreads."),
                    html);
            assertFalse(html.contains("$weft"), html);
            assertEquals(List.of(page), Files.list(folder).toList());
        }
    }

    @Test
    void aRecordingOfJfrIsReadWithAuthorsNames(@TempDir Path folder) throws IOException {
        Path recording = folder.resolve("r.jfr");
        String option = "-XX:StartFlightRecording=settings=profile,filename=" + recording;
        try (Profiled program = new Profiled(Launch.IMAGE, List.of("-Xmx200m", option), "2", "1", "1")) {
            while (program.spent()[0] < 1_000_000_000L) {
                Thread.onSpinWait();
            }
        }
        Jvm.Result result = weft("clean", recording.toString());
        assertEquals(0, result.exit(), result.err());
        String profile = result.out();
        assertTrue(sum(profile, "[callers parked];" + PROGRAM + ".inner;", ".six") > 0, profile);
        assertFalse(profile.contains("$weft") || profile.contains("jdk.internal.weft"), profile);
    }

    @Test
    void aRecordingWithSamplesOfFibersHasWholeStacks(@TempDir Path folder) throws IOException {
        Path recording = folder.resolve("r.jfr");
        String option =
                "-XX:StartFlightRecording=settings=profile,+weft.FiberSample#enabled=true,filename=" + recording;
        try (Profiled program = new Profiled(Launch.IMAGE, List.of("-Xmx200m", option), "2", "1", "1")) {
            Path part = folder.resolve("part.jfr");
            long samples = 0;
            for (int i = 0; i < 60 && samples < 20; i++) {
                program.computesFor(200_000_000);
                Jvm.Result dumped = jcmd(program.pid(), "JFR.dump", "filename=" + part);
                assertEquals(0, dumped.exit(), dumped.toString());
                samples = RecordingFile.readAllEvents(part).stream()
                        .filter(each -> each.getEventType().getName().equals("weft.FiberSample"))
                        .filter(each -> each.getString("stack").startsWith(CALLERS))
                        .count();
            }
        }
        for (String event : new String[] {"jdk.ExecutionSample", "weft.FiberSample"}) {
            Jvm.Result result = weft("clean", "-e", event, recording.toString());
            assertEquals(0, result.exit(), result.err());
            String profile = result.out();
            long whole = sum(profile, CALLERS, ".six");
            // fibers that move while they are looked at lack their callers
            assertTrue(whole > 0 && whole >= 9 * sum(profile, "[callers", ".six"), profile);
            assertFalse(profile.contains("$weft") || profile.contains("jdk.internal.weft"), profile);
        }
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aProfileIsWrittenAsARecording(Launch launch, @TempDir Path folder) throws IOException {
        Path recording = folder.resolve("profile.jfr");
        try (Profiled program = new Profiled(launch, List.of("-Xmx200m"), "3", "5", "1")) {
            Jvm.Result result = weft("profile", program.pid(), "-d", "3", "-o", recording.toString());
            assertEquals(0, result.exit(), result.err());
            assertEquals("", result.out());
        }
        assertEquals(List.of(recording), Files.list(folder).toList());
        Set<String> threads = new TreeSet<>();
        int whole = 0;
        int all = 0;
        for (RecordedEvent each : RecordingFile.readAllEvents(recording)) {
            assertEquals("jdk.ExecutionSample", each.getEventType().getName());
            assertEquals("STATE_RUNNABLE", each.getString("state"));
            String stack = stack(each.getStackTrace());
            assertFalse(stack.contains("$weft") || stack.contains("jdk.internal.weft"), stack);
            if (stack.endsWith(".six")) {
                all++;
                threads.add(each.getThread("sampledThread").getJavaName());
                whole += stack.startsWith(CALLERS) && !each.getStackTrace().isTruncated() ? 1 : 0;
            }
        }
        assertTrue(whole > 0 && whole >= 0.9 * all, whole + " of " + all);
        assertTrue(threads.containsAll(List.of("Thread-0", "Thread-1", "Thread-2")), threads.toString());
        Jvm.Result cleaned = weft("clean", recording.toString());
        assertEquals(whole, sum(cleaned.out(), CALLERS, ".six"), cleaned.toString());
    }

    private static String stack(RecordedStackTrace trace) {
        List<String> names = new ArrayList<>();
        for (RecordedFrame each : trace.getFrames()) {
            names.add(each.getMethod().getType().getName()
                    + '.'
                    + each.getMethod().getName());
            assertTrue(each.getLineNumber() != 0, names.toString());
        }
        Collections.reverse(names);
        return String.join(";", names);
    }

    @Test
    void ofADeepStackTheInnermostFramesAreRead() throws IOException {
        String deep = DeepStacks.class.getName();
        try (Profiled program = new Profiled(deep, Launch.IMAGE, List.of("-Xmx200m"), "3000")) {
            Jvm.Result result = weft("profile", program.pid(), "-d", "2");
            assertEquals(0, result.exit(), result.err());
            List<String> stacks = result.out().lines().toList();
            for (String method : List.of("ofMain", "ofFiber")) {
                String cut = "[callers unknown];" + deep + "." + method + ";" + deep + "." + method + ";";
                assertTrue(stacks.stream().anyMatch(each -> each.contains(cut)), method + result);
            }
            // and the mark
            assertTrue(stacks.stream().allMatch(each -> each.split(";").length <= 2_049), result.out());
        }
    }

    @Test
    void whatCannotBeProfiledIsSaidInOneLine(@TempDir Path folder) {
        String file = folder.resolve("none/x.html").toString();
        String[][] bad = {
            {"profile", "1", "-d", "0"},
            {"profile", "1", "-d", "NaN"},
            {"profile", "1", "-i", "0"},
            {"profile", "1", "--cpu", "--wall"},
            {"profile", "1", "-o", file},
            {"profile", "1", "--wall", "-o", "x.jfr"},
            {"profile", "999999999"},
            {"clean", file},
            {"clean", file, "-o", "x.jfr"}
        };
        for (String[] each : bad) {
            Jvm.Result result = weft(each);
            assertEquals(2, result.exit(), result.toString());
            assertEquals(1, result.err().lines().count(), result.err());
            assertTrue(result.err().startsWith("weft: "), result.err());
        }
    }
}
