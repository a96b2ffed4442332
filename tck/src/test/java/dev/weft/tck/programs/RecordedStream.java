package dev.weft.tck.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;

/**
 * A fiber that reads a stream of events, and waits and commits events of its own meanwhile: these are left out, but not
 * those of before and after.
 */
public final class RecordedStream {
    private RecordedStream() {}

    @Name("Outside")
    private static final class Outside extends Event {}

    @Name("Inside")
    private static final class Inside extends Event {}

    private static void act(RecordingStream stream) {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        new Inside().commit();
        stream.close();
    }

    private static void record(Path file) throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            try (RecordingStream stream = new RecordingStream()) {
                Thread other = new Thread(() -> new Outside().commit());
                stream.onEvent("Outside", event -> act(stream));
                stream.onFlush(() -> start(other));
                stream.start();
                other.join();
            }
            new Outside().commit();
            recording.stop();
            recording.dump(file);
        }
    }

    private static void start(Thread thread) {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Prints how many events of each kind were recorded. */
    public static void main(String[] args) throws Throwable {
        Path file = Files.createTempFile("recorded", ".jfr");
        OwnThread.run(() -> record(file));
        Map<String, Integer> counts = new TreeMap<>();
        for (RecordedEvent each : RecordingFile.readAllEvents(file)) {
            counts.merge(each.getEventType().getName(), 1, Integer::sum);
        }
        Files.delete(file);
        counts.forEach((name, count) -> System.out.println(name + " " + count));
    }
}
