package dev.weft.weaver.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A profile that becomes a recording of JFR, for the tools that read one: each thread that was seen is a {@code
 * jdk.ExecutionSample}, with the fiber as its thread, and the whole stack.
 */
public final class RecordedProfile implements ProfileReader.Looks {
    private final long startMillis = System.currentTimeMillis();
    private final List<Seen> all = new ArrayList<>();

    /** A thread on a processor; frames from the outermost to the innermost one, with lines. */
    record Seen(long nanos, long id, String thread, String stack) {}

    @Override
    public void seen(long nanos, long id, String thread, String stack) {
        all.add(new Seen(nanos, id, thread, stack));
    }

    /** Writes what was seen. */
    public void write(Path file) throws IOException {
        OutputFile.write(file, out -> RecordingWriter.write(all, startMillis, out));
    }
}
