package dev.weft.weaver.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Reads the stacks of a recording of JFR. */
final class Recordings {
    /** How the names of Weft's events begin. */
    private static final String OWN = "weft.";

    private static final String STACK = "stack";
    private static final String THREAD = "sampledThread";
    private static final String WHOLE_STACKS = "weft.FiberSample";

    private Recordings() {}

    /** Whether the recording knows that type of events. */
    static boolean hasType(Path file, String type) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            return recording.readEventTypes().stream()
                    .anyMatch(each -> each.getName().equals(type));
        }
    }

    /** Adds the stack of each event of that type, with author's names. */
    static void read(Path file, String type, CollapsedStacks stacks) throws IOException {
        AuthorNames names = new AuthorNames();
        SampledCallers callers = callers(file);
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (!event.getEventType().getName().equals(type)) {
                    continue;
                }
                if (isOfType(event, STACK, String.class) && type.startsWith(OWN)) {
                    // which has the frames that are parked
                    stacks.add(event.getString(STACK), 1);
                } else if (event.getStackTrace() != null) {
                    List<RecordedFrame> frames = event.getStackTrace().getFrames();
                    String[] texts = new String[frames.size()];
                    for (int i = 0; i < texts.length; i++) {
                        texts[i] = frames.get(i).getMethod().getType().getName()
                                + '.'
                                + frames.get(i).getMethod().getName();
                    }
                    String named = names.apply(AuthorNames.collapsed(texts));
                    RecordedThread thread =
                            isOfType(event, THREAD, Thread.class) ? event.getThread(THREAD) : event.getThread();
                    String carrier = thread == null ? "" : String.valueOf(thread.getJavaName());
                    stacks.add(callers.join(named, carrier, event.getStartTime()), 1);
                }
            }
        }
    }

    /** A program's own event may have a field of that name, too. */
    private static boolean isOfType(RecordedEvent event, String field, Class<?> type) {
        ValueDescriptor known = event.getEventType().getField(field);
        return known != null && known.getTypeName().equals(type.getName());
    }

    /** Events come in no order. */
    private static SampledCallers callers(Path file) throws IOException {
        SampledCallers callers = new SampledCallers();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals(WHOLE_STACKS)) {
                    callers.add(event);
                }
            }
        }
        return callers;
    }
}
