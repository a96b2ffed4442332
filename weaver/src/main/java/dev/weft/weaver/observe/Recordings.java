package dev.weft.weaver.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Reads the stacks of a recording of JFR. */
final class Recordings {
    private static final String STACK = "stack";

    private Recordings() {}

    /** Adds the stack of each event of that type, with author's names. */
    static void read(Path file, String type, CollapsedStacks stacks) throws IOException {
        AuthorNames names = new AuthorNames();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (!event.getEventType().getName().equals(type)) {
                    continue;
                }
                if (event.hasField(STACK)) {
                    // of an event of Weft's own, which has the frames that are parked
                    stacks.add(event.getString(STACK), 1);
                } else if (event.getStackTrace() != null) {
                    List<RecordedFrame> frames = event.getStackTrace().getFrames();
                    String[] texts = new String[frames.size()];
                    for (int i = 0; i < texts.length; i++) {
                        texts[i] = frames.get(i).getMethod().getType().getName()
                                + '.'
                                + frames.get(i).getMethod().getName();
                    }
                    stacks.add(names.apply(AuthorNames.collapsed(texts)), 1);
                }
            }
        }
    }
}
