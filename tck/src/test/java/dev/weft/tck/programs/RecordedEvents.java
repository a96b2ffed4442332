package dev.weft.tck.programs;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;

/** Records events of its own in a fiber, which is the first to use their class; the argument is the recording's file. */
public final class RecordedEvents {
    private RecordedEvents() {}

    @Name("tck.Step")
    private static final class Step extends Event {
        private int number;
    }

    /** Prints whether the event is enabled. */
    public static void main(String[] args) throws Throwable {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread recorder = new Thread(() -> {
            try {
                record(Path.of(args[0]));
            } catch (Throwable t) {
                failure.set(t);
            }
        });
        recorder.start();
        recorder.join();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private static void record(Path file) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("tck.Step").withoutThreshold();
            recording.start();
            boolean isEnabled = false;
            for (int i = 0; i < 3; i++) {
                Step step = new Step();
                step.begin();
                step.number = i;
                isEnabled = step.isEnabled() && step.shouldCommit();
                step.commit();
            }
            recording.stop();
            recording.dump(file);
            System.out.println("enabled: " + isEnabled);
        }
    }
}
