package dev.weft.tck.programs;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.Registered;

/**
 * Records events of its own in a fiber: of a class that the fiber uses first, of one that was used before there was a
 * recording, and of one that is registered while one goes on. For the last two JFR transforms loaded classes. The
 * argument is the recording's file.
 */
public final class RecordedEvents {
    private RecordedEvents() {}

    @Name("tck.Step")
    private static final class Step extends Event {
        private int number;
    }

    @Name("tck.Earlier")
    private static class Earlier extends Event {
        private static final List<String> KINDS = List.of("earlier", "heir");

        String kind = KINDS.get(0);

        /** Suspends, so that it has a full twin. */
        void takeTime() {
            synchronized (this) {
                LockSupport.parkNanos(1);
            }
        }
    }

    @Name("tck.Heir")
    private static final class Heir extends Earlier {
        @Override
        void takeTime() {
            super.takeTime();
            kind = "heir";
        }
    }

    @Name("tck.Late")
    @Registered(false)
    private static final class Late extends Event {
        long number = 7;
    }

    private static void commit(Earlier event) {
        event.begin();
        event.takeTime();
        event.end();
        if (event.shouldCommit()) {
            event.commit();
        }
    }

    /** Prints whether the event is enabled. */
    public static void main(String[] args) throws Throwable {
        commit(new Earlier());
        commit(new Heir());
        new Late().commit();
        OwnThread.run(() -> record(Path.of(args[0])));
    }

    private static void record(Path file) throws Exception {
        try (Recording recording = new Recording()) {
            for (String name : List.of("tck.Step", "tck.Earlier", "tck.Heir", "tck.Late")) {
                recording.enable(name).withoutThreshold();
            }
            recording.start();
            boolean isEnabled = false;
            for (int i = 0; i < 3; i++) {
                Step step = new Step();
                step.begin();
                step.number = i;
                isEnabled = step.isEnabled() && step.shouldCommit();
                step.commit();
            }
            commit(new Earlier());
            commit(new Heir());
            FlightRecorder.register(Late.class);
            new Late().commit();
            recording.stop();
            recording.dump(file);
            System.out.println("enabled: " + isEnabled);
        }
    }
}
