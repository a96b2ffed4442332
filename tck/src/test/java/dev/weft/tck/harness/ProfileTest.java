package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ProfiledThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code weft profile} of a program whose truth is known, and {@code weft clean}. */
@Tag("alone")
@ExtendWith(Jvm.class)
class ProfileTest {
    private static final String PROGRAM = ProfiledThreads.class.getName();
    private static final String CALLERS =
            "java.lang.Thread.run;" + PROGRAM + ".outer;" + PROGRAM + ".middle;" + PROGRAM + ".inner;";

    /** Percentage points; on a machine that others use a few more than the five that are the goal. */
    private static final double TOLERANCE = 10;

    private static final class Profiled implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Profiled(Launch launch, List<String> options, String... arguments) throws IOException {
            process = Jvm.command(launch, options, PROGRAM, arguments)
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

    private static long sum(String profile, String part, String end) {
        return profile.lines()
                .filter(line -> line.contains(part)
                        && line.substring(0, line.lastIndexOf(' ')).endsWith(end))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Tag("long")
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void selfTimesAreNearTheTruthAndStacksAreComplete(Launch launch) throws IOException {
        try (Profiled program = new Profiled(launch, List.of("-Xmx200m"), "3", "50")) {
            // until the JIT is done
            long[] before = program.spent();
            while (before[2] < 500_000_000) {
                Thread.onSpinWait();
                before = program.spent();
            }
            Jvm.Result result = weft("profile", program.pid(), "-d", "8");
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
        }
    }

    @Test
    void aWallClockProfileHasParkedFibersByState(@TempDir Path folder) throws IOException {
        try (Profiled program = new Profiled(Launch.IMAGE, List.of("-Xmx200m"), "1", "50")) {
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
        try (Profiled program = new Profiled(Launch.IMAGE, List.of("-Xmx200m", option), "2", "1")) {
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
    void whatCannotBeProfiledIsSaidInOneLine(@TempDir Path folder) {
        String file = folder.resolve("none/x.html").toString();
        String[][] bad = {
            {"profile", "1", "-d", "0"},
            {"profile", "1", "-d", "NaN"},
            {"profile", "1", "-i", "0"},
            {"profile", "1", "--cpu", "--wall"},
            {"profile", "1", "-o", file},
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
