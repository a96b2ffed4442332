package dev.weft.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.StringReader;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * An agent adds methods to classes of the JDK while these are loaded: one that overrides another, and one in front of a
 * native method, which gets another name. Both ask for the thread.
 */
public final class AddedMembers {
    private static final String READER = "java/io/LineNumberReader";
    private static final String MATH = "java/lang/StrictMath";
    private static final String PREFIX = "prefixed_";

    private AddedMembers() {}

    /** Adds the methods. */
    private static final class Adding implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            if (redefined != null || !READER.equals(name) && !MATH.equals(name)) {
                return null;
            }
            ClassReader reader = new ClassReader(file);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(READER.equals(name) ? new Overriding(writer) : new Wrapping(writer), 0);
            System.out.println("changed " + name);
            return writer.toByteArray();
        }
    }

    /** Adds {@code toString}, and {@code ready}, which is false for the thread of the program. */
    private static final class Overriding extends ClassVisitor {
        Overriding(ClassWriter writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public void visitEnd() {
            MethodVisitor added = super.visitMethod(Opcodes.ACC_PUBLIC, "toString", "()Ljava/lang/String;", null, null);
            addName(added);
            added.visitInsn(Opcodes.ARETURN);
            end(added);
            added = super.visitMethod(Opcodes.ACC_PUBLIC, "ready", "()Z", null, new String[] {"java/io/IOException"});
            added.visitLdcInsn("program");
            addName(added);
            added.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
            added.visitInsn(Opcodes.ICONST_1);
            added.visitInsn(Opcodes.IXOR);
            added.visitInsn(Opcodes.IRETURN);
            end(added);
            super.visitEnd();
        }
    }

    /** Puts a method in the place of a native one, which it calls. */
    private static final class Wrapping extends ClassVisitor {
        Wrapping(ClassWriter writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] thrown) {
            if ((access & Opcodes.ACC_NATIVE) == 0 || !name.equals("asin")) {
                return super.visitMethod(access, name, desc, sig, thrown);
            }
            MethodVisitor wrapper = super.visitMethod(access & ~Opcodes.ACC_NATIVE, name, desc, sig, thrown);
            addName(wrapper);
            wrapper.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
            wrapper.visitInsn(Opcodes.I2D);
            wrapper.visitVarInsn(Opcodes.DLOAD, 0);
            wrapper.visitMethodInsn(Opcodes.INVOKESTATIC, MATH, PREFIX + name, desc, false);
            wrapper.visitInsn(Opcodes.DADD);
            wrapper.visitInsn(Opcodes.DRETURN);
            end(wrapper);
            return super.visitMethod(access, PREFIX + name, desc, sig, thrown);
        }
    }

    /** {@code Thread.currentThread().getName()}. */
    private static void addName(MethodVisitor method) {
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", false);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Thread", "getName", "()Ljava/lang/String;", false);
    }

    private static void end(MethodVisitor method) {
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /** Apart from what adds the transformer: to verify or resume that would load the classes. */
    private static final class Uses {
        private Uses() {}

        static void print() throws IOException {
            LineNumberReader numbered = new LineNumberReader(new StringReader("a\nb"));
            BufferedReader any = numbered;
            System.out.println(any + " " + numbered.ready() + " " + any.ready());
            System.out.println(any.readLine() + " " + any.ready());
            System.out.println(StrictMath.asin(0));
        }
    }

    /** Prints what the added methods answer, by their classes and by those that they inherit from. */
    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        Adding adding = new Adding();
        instrumentation.addTransformer(adding, true);
        instrumentation.setNativeMethodPrefix(adding, PREFIX);
        Uses.print();
    }
}
