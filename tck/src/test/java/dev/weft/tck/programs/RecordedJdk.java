package dev.weft.tck.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.EventFactory;
import jdk.jfr.Recording;

/** Does in a fiber what the JDK commits events of. The argument is the recording's file. */
public final class RecordedJdk {
    private RecordedJdk() {}

    private static final class Failure extends Error {
        private static final long serialVersionUID = 1;

        Failure(String message) {
            super(message);
        }
    }

    /** Records. */
    public static void main(String[] args) throws Throwable {
        OwnThread.run(() -> record(Path.of(args[0])));
    }

    private static void record(Path file) throws Exception {
        try (Recording recording = new Recording()) {
            for (String name : List.of(
                    "jdk.Deserialization",
                    "jdk.ProcessStart",
                    "jdk.SecurityPropertyModification",
                    "jdk.JavaErrorThrow")) {
                recording.enable(name).withoutThreshold();
            }
            recording.start();
            EventFactory.create(List.of(), List.of()).newEvent().commit();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new ArrayList<>(List.of("a")));
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                in.setObjectInputFilter(info -> ObjectInputFilter.Status.ALLOWED);
                in.readObject();
            }
            new ProcessBuilder("true").start().waitFor();
            Security.setProperty("tck.recorded", "value");
            try {
                throw new Failure("tck");
            } catch (Failure e) {
                recording.stop();
            }
            recording.dump(file);
        }
    }
}
