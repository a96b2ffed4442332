package dev.weft.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Agents transform a loaded class again and again, while threads wait in it: each time they are given the class as it
 * was loaded, and not what they have made of it before.
 */
public final class Retransformed {
    private static final ConcurrentLinkedQueue<String> NOTES = new ConcurrentLinkedQueue<>();
    private static final String WRITTEN = "as written";

    private Retransformed() {}

    /** What is transformed. */
    static final class Steps {
        private Steps() {}

        static String walk(CountDownLatch inside, CountDownLatch open) throws InterruptedException {
            inside.countDown();
            open.await();
            return text();
        }

        static String text() throws InterruptedException {
            Thread.sleep(1);
            return WRITTEN;
        }
    }

    /** Called by what an agent adds. */
    static void note(String name) {
        NOTES.add(name);
    }

    /** Has each method of the class note a name first. */
    private static final class Noting implements ClassFileTransformer {
        private final String name;

        Noting(String name) {
            this.name = name;
        }

        @Override
        public byte[] transform(
                ClassLoader loader, String type, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            return redefined == Steps.class ? changed(file, name, WRITTEN) : null;
        }
    }

    /** With a call in front of each method, unless the name is null, and another text. */
    private static byte[] changed(byte[] file, String name, String text) {
        ClassReader reader = new ClassReader(file);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        ClassVisitor adding = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String desc, String sig, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, method, desc, sig, thrown)) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        if (name != null && !method.equals("<init>")) {
                            super.visitLdcInsn(name);
                            super.visitMethodInsn(
                                    Opcodes.INVOKESTATIC,
                                    Type.getInternalName(Retransformed.class),
                                    "note",
                                    "(Ljava/lang/String;)V",
                                    false);
                        }
                    }

                    @Override
                    public void visitLdcInsn(Object value) {
                        super.visitLdcInsn(value.equals(WRITTEN) ? text : value);
                    }
                };
            }
        };
        reader.accept(adding, 0);
        return writer.toByteArray();
    }

    private static byte[] written() throws IOException {
        try (InputStream in = Retransformed.class.getResourceAsStream("Retransformed$Steps.class")) {
            return in.readAllBytes();
        }
    }

    /** Waits in the class, and says in the end what its newest form answers. */
    private static final class Walker extends Thread {
        private final String form;
        private final CountDownLatch inside = new CountDownLatch(1);
        private final CountDownLatch open;
        private String text;

        Walker(String form, CountDownLatch open) {
            this.form = form;
            this.open = open;
        }

        @Override
        public void run() {
            try {
                text = Steps.walk(inside, open);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Prints what each form of the class has noted, and its text. */
    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        CountDownLatch open = new CountDownLatch(1);
        List<Walker> walkers = new ArrayList<>();
        Noting first = new Noting("first");
        Noting second = new Noting("second");
        walkers.add(step("as loaded", open));
        instrumentation.addTransformer(first, true);
        for (int i = 0; i < 3; i++) {
            instrumentation.retransformClasses(Steps.class);
            walkers.add(step("by the first one", open));
        }
        instrumentation.addTransformer(second, true);
        instrumentation.retransformClasses(Steps.class);
        walkers.add(step("by both", open));
        instrumentation.removeTransformer(first);
        instrumentation.retransformClasses(Steps.class);
        walkers.add(step("by the second one", open));
        instrumentation.redefineClasses(new ClassDefinition(Steps.class, changed(written(), null, "redefined")));
        walkers.add(step("redefined", open));
        instrumentation.retransformClasses(Steps.class);
        walkers.add(step("by the second one again", open));
        instrumentation.removeTransformer(second);
        instrumentation.retransformClasses(Steps.class);
        walkers.add(step("by none", open));
        instrumentation.redefineClasses(new ClassDefinition(Steps.class, changed(written(), "third", "redefined")));
        walkers.add(step("redefined again", open));
        open.countDown();
        for (Walker each : walkers) {
            each.join();
            System.out.println(each.form + ": " + each.text);
        }
    }

    private static Walker step(String form, CountDownLatch open) throws InterruptedException {
        Walker walker = new Walker(form, open);
        walker.start();
        walker.inside.await();
        String[] text = new String[1];
        Thread caller = new Thread(() -> {
            try {
                text[0] = Steps.text();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        caller.start();
        caller.join();
        System.out.println(form + ": " + text[0] + " " + NOTES);
        NOTES.clear();
        return walker;
    }
}
