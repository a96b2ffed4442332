package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.RecordedEvents;
import dev.weft.tck.programs.RecordedFiles;
import dev.weft.tck.programs.RecordedJdk;
import dev.weft.tck.programs.RecordedSamples;
import dev.weft.tck.programs.RecordedStream;
import dev.weft.tck.programs.RecordedThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Events of fibers in recordings of JFR. */
@Tag("long")
@ExtendWith(Jvm.class)
class RecordingTest {
    private static List<RecordedEvent> record(Launch launch, Path file, String settings) throws IOException {
        List<String> options = new ArrayList<>(List.of("-Dweft.parallelism=1", "-Dweft.pinned=off"));
        options.add("-XX:StartFlightRecording=filename=" + file + settings);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, RecordedThreads.class.getName()), 120);
        assertEquals(0, result.exit(), result.err());
        return RecordingFile.readAllEvents(file);
    }

    /** In the order in which they began: carriers have buffers of their own, which a recording has one by one. */
    private static List<RecordedEvent> named(List<RecordedEvent> all, String name) {
        return all.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .collect(Collectors.toList());
    }

    private static RecordedEvent of(List<RecordedEvent> all, String name, String fiber) {
        return named(all, name).stream()
                .filter(event -> fiber.equals(event.getString("fiber")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " of " + fiber + " in " + all));
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aRecordingHasTheEventsOfFibers(Launch launch, @TempDir Path folder) throws IOException {
        List<RecordedEvent> all = record(
                launch,
                folder.resolve("r.jfr"),
                ",+weft.FiberStart#enabled=true,+weft.FiberEnd#enabled=true"
                        + ",+weft.SocketWrite#threshold=0ms"
                        + ",+weft.SchedulerStatistics#period=everyChunk");
        for (RecordedEvent each : all) {
            boolean isOurs = each.getEventType().getName().startsWith("weft.");
            assertFalse(isOurs && each.toString().contains("$weft"), each.toString());
        }
        RecordedEvent start = of(all, "weft.FiberStart", "parker");
        RecordedEvent end = of(all, "weft.FiberEnd", "parker");
        assertEquals(start.getLong("fiberId"), end.getLong("fiberId"));

        RecordedEvent park = of(all, "weft.FiberPark", "parker");
        assertTrue(park.getDuration().toMillis() >= 100, park.toString());
        assertEquals("java.lang.Object", park.getClass("blocker").getName());
        assertTrue(
                park.getString("frame").matches(".*RecordedThreads.lambda.*\\(RecordedThreads.java:\\d+\\)"),
                "" + park);

        RecordedEvent pin = of(all, "weft.FiberPinned", "pinner");
        assertTrue(pin.getDuration().toMillis() >= 100, pin.toString());
        assertTrue(pin.getString("frame").contains("Pinning.<clinit>(RecordedThreads.java:"), pin.toString());
        assertEquals("class initializer", pin.getString("reason"));
        RecordedEvent accept = of(all, "weft.FiberPinned", "acceptor");
        assertTrue(accept.getString("frame").contains("String.valueOf("), accept.toString());
        assertEquals("frame without a twin", accept.getString("reason"));
        RecordedEvent blocked = of(all, "weft.CarrierBlocked", "pinner");
        assertEquals(pin.getString("carrier"), blocked.getString("carrier"));
        assertSocketEvents(all);
        assertFalse(named(all, "weft.WatchdogAdded").isEmpty(), all.toString());
        assertTrue(
                named(all, "weft.SchedulerStatistics").stream()
                        .anyMatch(event -> event.getLong("parallelism") == 1 && event.getLong("started") >= 1),
                all.toString());
    }

    private static void assertSocketEvents(List<RecordedEvent> all) {
        List<RecordedEvent> reads = named(all, "weft.SocketRead").stream()
                .filter(event -> "reader".equals(event.getString("fiber")))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
        assertEquals(2, reads.size(), reads.toString());
        for (RecordedEvent each : reads) {
            assertTrue(each.getDuration().toMillis() >= 100, each.toString());
            assertEquals("127.0.0.1", each.getString("address"));
            assertTrue(each.getInt("port") > 0, each.toString());
            assertEquals(100, each.getDuration("timeout").toSeconds());
            assertTrue(each.getString("frame").contains("RecordedThreads.read(RecordedThreads.java:"), "" + each);
        }
        assertEquals(
                List.of(7L, 0L),
                reads.stream().map(each -> each.getLong("bytesRead")).toList());
        assertEquals(
                List.of(false, true),
                reads.stream().map(each -> each.getBoolean("endOfStream")).toList());
        RecordedEvent failed = of(all, "weft.SocketRead", "closed");
        assertEquals(0, failed.getLong("bytesRead"));
        assertEquals("127.0.0.1", failed.getString("address"));
        RecordedEvent byStream = of(all, "weft.SocketWrite", "reader");
        assertEquals(3, byStream.getLong("bytesWritten"));
        assertEquals("127.0.0.1", byStream.getString("address"));
        assertEquals(4, of(all, "weft.SocketWrite", "closed").getLong("bytesWritten"));
        assertTrue(named(all, "jdk.SocketRead").isEmpty(), "by platform threads: " + named(all, "jdk.SocketRead"));
    }

    @Test
    void startAndEndOfFibersAreNotRecordedUnlessAskedFor(@TempDir Path folder) throws IOException {
        List<RecordedEvent> all = record(Launch.IMAGE, folder.resolve("r.jfr"), "");
        assertEquals(List.of(), named(all, "weft.FiberStart"));
        assertEquals(List.of(), named(all, "weft.FiberEnd"));
        of(all, "weft.FiberPinned", "pinner");
    }

    @Test
    void waitsOfFibersAreRecordedFromTheThresholdOfThoseOfThreadsOn(@TempDir Path folder) throws IOException {
        List<RecordedEvent> all = record(
                Launch.IMAGE,
                folder.resolve("r.jfr"),
                ",jdk.ThreadPark#threshold=1h,jdk.SocketRead#threshold=1h" + ",jdk.SocketWrite#threshold=0ms");
        for (String each : List.of("weft.FiberPark", "weft.FiberPinned", "weft.CarrierBlocked", "weft.SocketRead")) {
            assertEquals(List.of(), named(all, each));
        }
        of(all, "weft.SocketWrite", "reader");
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aRecordingHasTheEventsOfTheProgramThatFibersCommit(Launch launch, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("r.jfr");
        Jvm.Result result =
                Jvm.run(Jvm.command(launch, List.of(), RecordedEvents.class.getName(), file.toString()), 120);
        assertEquals(new Jvm.Result(0, "enabled: true\n", ""), result);
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        List<Integer> numbers = named(events, "tck.Step").stream()
                .map(event -> event.getInt("number"))
                .collect(Collectors.toList());
        assertEquals(List.of(0, 1, 2), numbers);
        assertEquals(1, named(events, "tck.Earlier").size());
        assertEquals(
                List.of(),
                events.stream()
                        .map(event -> event.getEventType().getName())
                        .filter(name -> !name.startsWith("tck."))
                        .toList());
        assertEquals("heir", named(events, "tck.Heir").get(0).getString("kind"));
        assertEquals(7, named(events, "tck.Late").get(0).getLong("number"));
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aRecordingHasTheEventsOfFilesThatFibersReadAndWrite(Launch launch, @TempDir Path folder) throws IOException {
        Path recorded = folder.resolve("r.jfr");
        Path file = folder.resolve("data");
        List<String> options = List.of("-Dweft.pinned=off");
        Jvm.Result result = Jvm.run(
                Jvm.command(launch, options, RecordedFiles.class.getName(), recorded.toString(), file.toString()), 120);
        String trace = "read: failed: record: lambda: lambda: run: ";
        assertEquals(new Jvm.Result(0, "read: 234\nclosed: " + trace + "\npipe: 97\n", ""), result);
        List<RecordedEvent> events = RecordingFile.readAllEvents(recorded);
        for (String name : List.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce")) {
            long count = named(events, name).stream()
                    .filter(event -> file.toString().equals(event.getString("path")))
                    .count();
            int expected = name.endsWith("Read") ? 10 : name.endsWith("Write") ? 9 : 1;
            assertEquals(expected, count, name);
        }
        assertEquals(
                List.of(),
                named(events, "weft.FiberPinned").stream()
                        .filter(event -> event.toString().contains("InputStream"))
                        .toList());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aRecordingHasTheEventsThatTheJdkCommitsInFibers(Launch launch, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("r.jfr");
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(), RecordedJdk.class.getName(), file.toString()), 120);
        assertEquals(new Jvm.Result(0, "", ""), result);
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        // the list, and its array
        assertEquals(2, named(events, "jdk.Deserialization").size(), events.toString());
        assertEquals("true", named(events, "jdk.ProcessStart").get(0).getString("command"));
        assertEquals(
                1,
                named(events, "jdk.SecurityPropertyModification").stream()
                        .filter(event -> event.getString("key").equals("tck.recorded"))
                        .count());
        assertEquals(
                1,
                named(events, "jdk.JavaErrorThrow").stream()
                        .filter(event -> "tck".equals(event.getString("message")))
                        .count());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatTheActionsOfAStreamCommitInAFiberIsNotRecorded(Launch launch) {
        Jvm.Result result =
                Jvm.run(Jvm.command(launch, List.of("-Dweft.pinned=off"), RecordedStream.class.getName()), 120);
        assertEquals(new Jvm.Result(0, "Outside 2\n", ""), result);
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void samplesOfFibersHaveTheFramesThatAreParkedAndRefusalsOfSchedulersAreRecorded(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(), RecordedSamples.class.getName()), 120);
        assertEquals(0, result.exit(), result.err());
        String program = RecordedSamples.class.getName();
        List<String> lines = result.out().lines().toList();
        assertEquals(3, lines.size(), result.out());
        assertEquals("NEW", lines.get(0));
        assertTrue(
                lines.get(1)
                        .startsWith(
                                "java.lang.Thread.run;" + program + ".outer;" + program + ".inner;" + program + "."),
                result.out());
        assertEquals("refused: java.util.concurrent.RejectedExecutionException: full", lines.get(2));
    }

    @Test
    void theWovenImageHasSettingsForAllEventsOfFibers(@TempDir Path folder) throws IOException {
        // their period is longer than the program
        String settings = ",settings=weft,+weft.SchedulerStatistics#period=everyChunk";
        List<RecordedEvent> all = record(Launch.IMAGE, folder.resolve("r.jfr"), settings);
        of(all, "weft.FiberStart", "parker");
        of(all, "weft.FiberEnd", "parker");
        assertFalse(named(all, "weft.SchedulerStatistics").isEmpty(), all.toString());
        assertTrue(named(all, "jdk.ExecutionSample").isEmpty(), all.toString());
    }

    @Test
    void aProgramThatIsNotRecordedLoadsNothingOfJfr() {
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, List.of("-Xlog:class+load"), RecordedThreads.class.getName()), 120);
        assertEquals(0, result.exit(), result.err());
        assertTrue(result.out().contains("jdk.internal.weft.fiber.Fiber "), result.out());
        assertFalse(result.out().contains("jfr"), result.out());
    }
}
