package dev.weft.programs;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** An agent changes classes of events that are loaded, before they are recorded and meanwhile. */
public final class RedefinedEvents {
    private static final String WRITTEN = "as written";

    private RedefinedEvents() {}

    /** One with a method that waits. */
    static class Happened extends Event {
        String text() throws InterruptedException {
            synchronized (this) {
                Thread.sleep(1);
            }
            return WRITTEN;
        }
    }

    /** One with nothing but what is recorded. */
    static final class Plain extends Event {
        String text = WRITTEN;
        int number = 1;
    }

    /** One with a static initializer, which has not run when the agent changes the class. */
    static final class Later extends Happened {
        static final Thread FIRST;

        static {
            FIRST = Thread.currentThread();
            synchronized (Happened.class) {
                System.out.println("initialized");
            }
        }

        @Override
        String text() throws InterruptedException {
            return super.text() + ", later " + WRITTEN;
        }
    }

    private static final List<Class<?>> EVENTS = List.of(Happened.class, Plain.class, Later.class);

    /** Changes the text. */
    private static final class Changer implements ClassFileTransformer {
        volatile String text = "changed";

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            if (!EVENTS.contains(redefined)) {
                return null;
            }
            ClassWriter writer = new ClassWriter(0);
            ClassVisitor changing = new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] thrown) {
                    return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, desc, sig, thrown)) {
                        @Override
                        public void visitLdcInsn(Object value) {
                            super.visitLdcInsn(value.equals(WRITTEN) ? text : value);
                        }
                    };
                }
            };
            new ClassReader(file).accept(changing, 0);
            return writer.toByteArray();
        }
    }

    /** Prints the texts of each form, and how many events were recorded. */
    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        Class<?>[] events = EVENTS.toArray(new Class<?>[0]);
        happen(false);
        Changer changer = new Changer();
        instrumentation.addTransformer(changer, true);
        instrumentation.retransformClasses(events);
        happen(false);
        try (Recording recording = new Recording()) {
            recording.enable(Happened.class).withoutThreshold();
            recording.enable(Plain.class).withoutThreshold();
            recording.enable(Later.class).withoutThreshold();
            recording.start();
            happen(true);
            changer.text = "changed again";
            instrumentation.retransformClasses(events);
            happen(true);
            instrumentation.removeTransformer(changer);
            instrumentation.retransformClasses(events);
            happen(true);
            recording.stop();
            System.out.println(recorded(recording));
        }
        happen(true);
    }

    private static void happen(boolean withLater) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                commit(new Happened());
                Plain plain = new Plain();
                plain.commit();
                System.out.println(plain.text + " " + plain.number);
                if (withLater) {
                    commit(new Later());
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();
    }

    private static void commit(Happened event) throws InterruptedException {
        event.begin();
        System.out.println(event.text());
        event.end();
        if (event.shouldCommit()) {
            event.commit();
        }
    }

    private static Map<String, Integer> recorded(Recording recording) throws IOException {
        Path file = Files.createTempFile("events", ".jfr");
        try {
            recording.dump(file);
            Map<String, Integer> counts = new TreeMap<>();
            for (RecordedEvent each : RecordingFile.readAllEvents(file)) {
                counts.merge(each.getEventType().getName(), 1, Integer::sum);
            }
            return counts;
        } finally {
            Files.delete(file);
        }
    }
}
