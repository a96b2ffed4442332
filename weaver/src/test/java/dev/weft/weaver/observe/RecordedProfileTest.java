package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples as a recording, read by the JDK. */
class RecordedProfileTest {
    private static RecordedFrame frame(RecordedEvent event, int depth) {
        return event.getStackTrace().getFrames().get(depth);
    }

    @Test
    void theJdkReadsWhatWasSeen(@TempDir Path folder) throws IOException {
        RecordedProfile profile = new RecordedProfile();
        profile.seen(0, 7, "http-1", "java.lang.Thread.run:840;a.b.Orders.price:12;a.b.Orders.one:-2");
        profile.seen(20_000_000, 8, "\u00e4\u4e2d \"", "[callers unknown];a.b.Orders.price:-1");
        profile.seen(30_000_000, 1, "weft-carrier-0", "[scheduler]");
        Path file = folder.resolve("p.jfr");
        profile.write(file);
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertEquals(3, events.size());
        RecordedEvent first = events.get(0);
        assertEquals("jdk.ExecutionSample", first.getEventType().getName());
        RecordedThread thread = first.getThread("sampledThread");
        assertEquals("http-1", thread.getJavaName());
        assertEquals(7, thread.getOSThreadId());
        assertEquals(3, first.getStackTrace().getFrames().size());
        assertFalse(first.getStackTrace().isTruncated());
        assertEquals("a.b.Orders", frame(first, 0).getMethod().getType().getName());
        assertEquals("one", frame(first, 0).getMethod().getName());
        assertEquals("Native", frame(first, 0).getType());
        assertEquals(12, frame(first, 1).getLineNumber());
        assertEquals("run", frame(first, 2).getMethod().getName());
        assertEquals("STATE_RUNNABLE", first.getString("state"));
        RecordedEvent second = events.get(1);
        assertEquals("\u00e4\u4e2d \"", second.getThread("sampledThread").getJavaName());
        assertTrue(second.getStackTrace().isTruncated());
        assertEquals(Duration.ofMillis(20), Duration.between(first.getStartTime(), second.getStartTime()));
        assertEquals("[scheduler]", frame(events.get(2), 0).getMethod().getName());
        assertEquals(List.of(file), Files.list(folder).toList());
    }

    @Test
    void aRecordingMayBeEmpty(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("p.jfr");
        new RecordedProfile().write(file);
        assertEquals(List.of(), RecordingFile.readAllEvents(file));
    }
}
